-- CreateTable
CREATE TABLE "error_groups" (
    "id" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "area" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "shape" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "request_ids" TEXT[],

    CONSTRAINT "error_groups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "error_groups_last_at_idx" ON "error_groups"("last_at");
