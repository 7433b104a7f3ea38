-- CreateTable
CREATE TABLE "library_thumbnails" (
    "identity" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "duration" DOUBLE PRECISION NOT NULL,
    "seconds" DOUBLE PRECISION[] DEFAULT ARRAY[]::DOUBLE PRECISION[],
    "bytes" BIGINT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "library_thumbnails_pkey" PRIMARY KEY ("identity")
);

-- CreateTable
CREATE TABLE "library_sheets" (
    "identity" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "image" BYTEA NOT NULL,

    CONSTRAINT "library_sheets_pkey" PRIMARY KEY ("identity","number")
);

-- CreateIndex
CREATE INDEX "library_thumbnails_used_at_idx" ON "library_thumbnails"("used_at");

-- AddForeignKey
ALTER TABLE "library_sheets" ADD CONSTRAINT "library_sheets_identity_fkey" FOREIGN KEY ("identity") REFERENCES "library_thumbnails"("identity") ON DELETE CASCADE ON UPDATE NO ACTION;

-- JPEG doesn't compress further.
ALTER TABLE "library_sheets" ALTER COLUMN "image" SET STORAGE EXTERNAL;
