-- AlterTable
ALTER TABLE "library_titles" ADD COLUMN     "notes" JSONB;

-- AlterTable
ALTER TABLE "library_files" ADD COLUMN     "episode_overview" TEXT,
ADD COLUMN     "modified_at" TIMESTAMPTZ(3);
