-- CreateTable
CREATE UNLOGGED TABLE "links" (
    "id" TEXT NOT NULL,
    "ciphertext" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "links_expires_at_idx" ON "links"("expires_at");
