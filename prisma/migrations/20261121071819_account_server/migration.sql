-- CreateEnum
CREATE TYPE "deletion_kind" AS ENUM ('bookmark', 'progress');

-- CreateTable
CREATE TABLE "group_order" (
    "user_id" TEXT NOT NULL,
    "groups" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "group_order_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "deletions" (
    "user_id" TEXT NOT NULL,
    "kind" "deletion_kind" NOT NULL,
    "tmdb_id" TEXT NOT NULL,
    "season_id" TEXT NOT NULL DEFAULT '',
    "episode_id" TEXT NOT NULL DEFAULT '',
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deletions_pkey" PRIMARY KEY ("user_id","kind","tmdb_id","season_id","episode_id")
);

-- CreateTable
CREATE TABLE "watch_history" (
    "user_id" TEXT NOT NULL,
    "tmdb_id" TEXT NOT NULL,
    "season_id" TEXT NOT NULL DEFAULT '',
    "episode_id" TEXT NOT NULL DEFAULT '',
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "year" INTEGER,
    "poster" TEXT,
    "season_number" INTEGER,
    "episode_number" INTEGER,
    "duration" DOUBLE PRECISION NOT NULL,
    "watched" DOUBLE PRECISION NOT NULL,
    "watched_at" TIMESTAMPTZ(3) NOT NULL,
    "completed" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "watch_history_pkey" PRIMARY KEY ("user_id","tmdb_id","season_id","episode_id")
);

-- CreateTable
CREATE TABLE "ratings" (
    "user_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "tmdb_id" BIGINT NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "rated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ratings_pkey" PRIMARY KEY ("user_id","type","tmdb_id")
);

-- CreateTable
CREATE TABLE "lists" (
    "user_id" TEXT NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "description" TEXT,
    "public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lists_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateTable
CREATE TABLE "list_items" (
    "user_id" TEXT NOT NULL,
    "list_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "tmdb_id" TEXT NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_items_pkey" PRIMARY KEY ("user_id","list_id","type","tmdb_id")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limits" (
    "bucket" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "used" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("bucket","caller")
);

-- CreateTable
CREATE TABLE "counters" (
    "name" TEXT NOT NULL,
    "labels" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "counters_pkey" PRIMARY KEY ("name","labels","day")
);

-- CreateIndex
CREATE INDEX "deletions_deleted_at_idx" ON "deletions"("deleted_at");

-- CreateIndex
CREATE INDEX "lists_id_idx" ON "lists"("id");

-- CreateIndex
CREATE INDEX "rate_limits_ends_at_idx" ON "rate_limits"("ends_at");

-- CreateIndex
CREATE INDEX "counters_day_idx" ON "counters"("day");

-- AddForeignKey
ALTER TABLE "group_order" ADD CONSTRAINT "group_order_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "watch_history" ADD CONSTRAINT "watch_history_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lists" ADD CONSTRAINT "lists_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "list_items" ADD CONSTRAINT "list_items_user_id_list_id_fkey" FOREIGN KEY ("user_id", "list_id") REFERENCES "lists"("user_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
