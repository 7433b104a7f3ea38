-- CreateTable: unlogged, so that no backup of the log has it, and writes are cheap.
CREATE UNLOGGED TABLE "playbacks" (
    "id" TEXT NOT NULL,
    "viewer" TEXT NOT NULL,
    "is_reported" BOOLEAN NOT NULL,
    "is_named" BOOLEAN NOT NULL,
    "title" TEXT,
    "source" TEXT,
    "delivery" TEXT,
    "reason" TEXT,
    "height" INTEGER,
    "kbps" INTEGER,
    "state" TEXT,
    "error" TEXT,
    "seconds" DOUBLE PRECISION NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "playbacks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "playbacks_seen_at_idx" ON "playbacks"("seen_at");

-- CreateTable
CREATE TABLE "play_days" (
    "day" DATE NOT NULL,
    "plays" BIGINT NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,
    "viewers" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,

    CONSTRAINT "play_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "play_viewers" (
    "day" DATE NOT NULL,
    "viewer" TEXT NOT NULL,

    CONSTRAINT "play_viewers_pkey" PRIMARY KEY ("day","viewer")
);
