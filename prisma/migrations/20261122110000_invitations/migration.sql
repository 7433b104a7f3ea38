-- AlterTable
ALTER TABLE "users" ADD COLUMN     "is_owner" BOOLEAN;

-- The oldest account of an existing database is the owner's.
UPDATE "users" SET "is_owner" = true WHERE "id" = (SELECT "id" FROM "users" ORDER BY "created_at", "id" LIMIT 1);

-- CreateTable
CREATE TABLE "invitations" (
    "code" TEXT NOT NULL,
    "uses_left" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "makes_owner" BOOLEAN,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("code")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_makes_owner_key" ON "invitations"("makes_owner");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- CreateIndex
CREATE INDEX "invitations_created_by_idx" ON "invitations"("created_by");

-- CreateIndex
CREATE UNIQUE INDEX "users_is_owner_key" ON "users"("is_owner");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
