-- CreateTable
CREATE TABLE "library_titles" (
    "kind" TEXT NOT NULL,
    "id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "original_title" TEXT,
    "year" INTEGER,
    "is_video" BOOLEAN NOT NULL,
    "tmdb_id" BIGINT,
    "imdb_id" TEXT,
    "matched_at" TIMESTAMPTZ(3),
    "overview" TEXT NOT NULL DEFAULT '',
    "genre_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "rating" DOUBLE PRECISION,
    "runtime" INTEGER,
    "poster" TEXT,
    "backdrop" TEXT,
    "poster_file" TEXT,
    "backdrop_file" TEXT,

    CONSTRAINT "library_titles_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "library_files" (
    "store" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title_id" BIGINT NOT NULL,
    "season" INTEGER,
    "episodes" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "height" INTEGER,
    "is_playable" BOOLEAN NOT NULL,
    "size" BIGINT,
    "identity" TEXT,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "library_files_pkey" PRIMARY KEY ("store","path")
);

-- CreateIndex
CREATE UNIQUE INDEX "library_titles_kind_key_key" ON "library_titles"("kind", "key");

-- CreateIndex
CREATE INDEX "library_files_missing_since_idx" ON "library_files"("missing_since");
