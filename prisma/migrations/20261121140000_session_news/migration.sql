-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "wrote_at" TIMESTAMPTZ(3);
