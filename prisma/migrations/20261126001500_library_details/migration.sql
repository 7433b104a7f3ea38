-- AlterTable
ALTER TABLE "library_titles" ADD COLUMN "correction" JSONB;
ALTER TABLE "library_titles" ADD COLUMN "set_name" TEXT;

-- AlterTable
ALTER TABLE "library_files" ADD COLUMN "extra" TEXT;
ALTER TABLE "library_files" ADD COLUMN "media" JSONB;
ALTER TABLE "library_files" ADD COLUMN "pinned" JSONB;
