-- AlterTable
ALTER TABLE "library_files" ADD COLUMN     "has_frame" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "library_frames" (
    "identity" TEXT NOT NULL,
    "image" BYTEA NOT NULL,
    "bytes" BIGINT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "library_frames_pkey" PRIMARY KEY ("identity")
);
