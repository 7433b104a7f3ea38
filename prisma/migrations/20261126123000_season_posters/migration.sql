-- AlterTable
ALTER TABLE "library_files" ADD COLUMN     "season_poster" TEXT;
