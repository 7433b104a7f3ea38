-- CreateTable
CREATE TABLE "source_stats" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "found" BIGINT NOT NULL,
    "not_found" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "timed" BIGINT NOT NULL,
    "ms" DOUBLE PRECISION NOT NULL,
    "slowest" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "source_stats_pkey" PRIMARY KEY ("at","source")
);
