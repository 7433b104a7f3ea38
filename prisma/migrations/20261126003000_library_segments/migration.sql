-- CreateTable
CREATE TABLE "library_segments" (
    "identity" TEXT NOT NULL,
    "duration" DOUBLE PRECISION NOT NULL,
    "segments" JSONB NOT NULL,

    CONSTRAINT "library_segments_pkey" PRIMARY KEY ("identity")
);
