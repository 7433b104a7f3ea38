-- AlterTable
ALTER TABLE "library_segments" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;
