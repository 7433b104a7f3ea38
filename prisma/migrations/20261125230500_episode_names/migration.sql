-- AlterTable
ALTER TABLE "library_files" ADD COLUMN     "episode_name" TEXT;
