-- AlterTable
ALTER TABLE "library_titles" ADD COLUMN     "people" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
