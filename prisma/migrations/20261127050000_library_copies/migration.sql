-- CreateTable
CREATE TABLE "library_copies" (
    "path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tmdb_id" BIGINT NOT NULL,
    "content" BYTEA NOT NULL,
    "bytes" BIGINT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "library_copies_pkey" PRIMARY KEY ("path")
);

-- CreateIndex
CREATE INDEX "library_copies_kind_tmdb_id_idx" ON "library_copies"("kind", "tmdb_id");
