-- How many bytes each account stores. Triggers keep it: a check of the quota reads one row, whatever writes.
CREATE TABLE "account_bytes" (
    "user_id" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "account_bytes_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "account_bytes" ADD CONSTRAINT "account_bytes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- CreateIndex
CREATE INDEX "watch_history_user_id_watched_at_idx" ON "watch_history"("user_id", "watched_at");

-- The server sets its quota on each connection; NULL where it is not set: no quota, as for an import by the operator.
CREATE FUNCTION account_max_bytes() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT NULLIF(current_setting('matinee.account_max_bytes', true), '')::bigint $$;

-- Whoever is past the quota may still shrink: only what grows is refused.
CREATE FUNCTION change_account_bytes(account text, change bigint, is_limited boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  total bigint;
BEGIN
  IF change < 0 THEN
    UPDATE account_bytes SET bytes = GREATEST(0, bytes + change) WHERE user_id = account;
  ELSIF change > 0 THEN
    INSERT INTO account_bytes AS stored (user_id, bytes) VALUES (account, change)
    ON CONFLICT (user_id) DO UPDATE SET bytes = stored.bytes + excluded.bytes
    RETURNING stored.bytes INTO total;
    IF is_limited AND total > account_max_bytes() THEN
      RAISE EXCEPTION 'The account is full (% MiB). Delete bookmarks, progress, watch history or lists before you add more.',
        account_max_bytes() / 1048576 USING ERRCODE = 'MQ001';
    END IF;
  END IF;
END
$$;

-- For each table: what a row counts (its text, and 100 bytes for the rest), triggers for all three kinds of writes, and
-- the bytes that are there already. Times and numbers are left out, so that most updates change nothing here.
DO $migration$
DECLARE
  counted record;
  size text;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('bookmarks', 'tmdb_id, type, title, poster, groups, favorite_episodes', true),
    ('progress', 'tmdb_id, season_id, episode_id, type, title, poster', true),
    ('watch_history', 'tmdb_id, season_id, episode_id, type, title, poster', true),
    ('ratings', 'type', true),
    ('lists', 'name, description', true),
    ('list_items', 'type, tmdb_id', true),
    ('settings', '"values"', true),
    ('group_order', 'groups', true),
    -- A deletion always works; the server keeps no tombstone of nothing for an account past its quota.
    ('deletions', 'tmdb_id, season_id, episode_id', false)
  ) AS counted (name, columns, is_limited) LOOP
    size := format('100 + octet_length(concat(%s))', counted.columns);
    EXECUTE format($f$
      CREATE FUNCTION count_%1$s_insert() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
        PERFORM change_account_bytes(user_id, bytes, %3$L) FROM (
          SELECT user_id, sum(%2$s) AS bytes FROM added GROUP BY user_id ORDER BY user_id) AS changed;
        RETURN NULL;
      END $body$;
      CREATE FUNCTION count_%1$s_update() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
        PERFORM change_account_bytes(user_id, bytes, %3$L) FROM (
          SELECT user_id, sum(bytes)::bigint AS bytes FROM (
            SELECT user_id, %2$s AS bytes FROM added UNION ALL SELECT user_id, -(%2$s) FROM removed) AS versions
          GROUP BY user_id ORDER BY user_id) AS changed WHERE bytes <> 0;
        RETURN NULL;
      END $body$;
      CREATE FUNCTION count_%1$s_delete() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
        PERFORM change_account_bytes(user_id, -bytes, %3$L) FROM (
          SELECT user_id, sum(%2$s) AS bytes FROM removed GROUP BY user_id ORDER BY user_id) AS changed;
        RETURN NULL;
      END $body$;
      CREATE TRIGGER count_insert AFTER INSERT ON %1$I REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s_insert();
      CREATE TRIGGER count_update AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS removed NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s_update();
      CREATE TRIGGER count_delete AFTER DELETE ON %1$I REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s_delete();
      INSERT INTO account_bytes AS stored (user_id, bytes) SELECT user_id, sum(%2$s) FROM %1$I GROUP BY user_id
        ON CONFLICT (user_id) DO UPDATE SET bytes = stored.bytes + excluded.bytes;
    $f$, counted.name, size, counted.is_limited);
  END LOOP;
END
$migration$;
