// Databases of other movie-web servers: the tables of both layouts, and rows by the thousand.
import { createEmptyDatabase, type TestDatabase } from './database.ts';
import { withClient } from './database-server.ts';

export type Layout = 'original' | 'p-stream';

const ORIGINAL = `
  CREATE TABLE users (
    id text PRIMARY KEY, public_key text NOT NULL UNIQUE, namespace varchar(255) NOT NULL,
    created_at timestamptz(0) NOT NULL, last_logged_in timestamptz(0), permissions text[] NOT NULL, profile jsonb NOT NULL);
  CREATE TABLE sessions (
    id uuid PRIMARY KEY, "user" text NOT NULL, created_at timestamptz(0) NOT NULL, accessed_at timestamptz(0) NOT NULL,
    expires_at timestamptz(0) NOT NULL, device text NOT NULL, user_agent text NOT NULL);
  CREATE TABLE challenge_codes (
    code uuid PRIMARY KEY, flow text NOT NULL, auth_type varchar(255) NOT NULL, created_at timestamptz(0) NOT NULL,
    expires_at timestamptz(0) NOT NULL);
  CREATE TABLE bookmarks (
    tmdb_id varchar(255) NOT NULL, user_id varchar(255) NOT NULL, meta jsonb NOT NULL,
    updated_at timestamptz(0) NOT NULL, PRIMARY KEY (tmdb_id, user_id));
  CREATE TABLE progress_items (
    id uuid PRIMARY KEY, tmdb_id varchar(255) NOT NULL, user_id varchar(255) NOT NULL, season_id varchar(255),
    episode_id varchar(255), season_number int, episode_number int, meta jsonb NOT NULL,
    updated_at timestamptz(0) NOT NULL, duration bigint NOT NULL, watched bigint NOT NULL,
    UNIQUE (tmdb_id, user_id, season_id, episode_id));
  CREATE TABLE user_settings (
    id text PRIMARY KEY, application_theme varchar(255), application_language varchar(255),
    default_subtitle_language varchar(255), proxy_urls text[]);`;

const LATER = `
  ALTER TABLE users ADD ratings jsonb DEFAULT '[]', ADD nickname varchar(255) NOT NULL DEFAULT '';
  ALTER TABLE bookmarks ADD "group" text[], ADD favorite_episodes text[] DEFAULT '{}';
  ALTER TABLE user_settings ADD trakt_key varchar(255), ADD febbox_key varchar(255), ADD custom_theme json,
    ADD source_order text[], ADD home_section_order text[] DEFAULT '{}', ADD enable_autoplay boolean DEFAULT true,
    ADD enable_thumbnails boolean DEFAULT false, ADD enable_double_click_to_seek boolean DEFAULT false;
  CREATE TABLE user_group_order (
    id text PRIMARY KEY, user_id varchar(255) NOT NULL UNIQUE, group_order text[] DEFAULT '{}',
    created_at timestamptz(0), updated_at timestamptz(0));
  CREATE TABLE watch_history (
    id uuid PRIMARY KEY, user_id varchar(255) NOT NULL, tmdb_id varchar(255) NOT NULL, season_id varchar(255),
    episode_id varchar(255), season_number int, episode_number int, meta jsonb NOT NULL, duration double precision NOT NULL,
    watched double precision NOT NULL, watched_at timestamptz(0) NOT NULL, completed boolean NOT NULL DEFAULT false,
    updated_at timestamptz(0) NOT NULL, UNIQUE (tmdb_id, user_id, season_id, episode_id));
  CREATE TYPE list_type AS ENUM ('movie', 'tv');
  CREATE TABLE lists (
    id uuid PRIMARY KEY, user_id varchar(255) NOT NULL, name varchar(255) NOT NULL, description varchar(255),
    created_at timestamptz(0) NOT NULL, updated_at timestamptz(0) NOT NULL, public boolean NOT NULL DEFAULT false);
  CREATE TABLE list_items (
    id uuid PRIMARY KEY, list_id uuid NOT NULL REFERENCES lists (id), tmdb_id varchar(255) NOT NULL,
    added_at timestamptz(0) NOT NULL, type list_type NOT NULL, UNIQUE (list_id, tmdb_id));`;

/** Every row is derived from its number, so that every fixture is the same. */
const FUNCTIONS = `
  CREATE FUNCTION pg_temp.uuid_of(kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
    AS $$ SELECT md5(kind || n)::uuid $$;
  CREATE FUNCTION pg_temp.key_of(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT rtrim(translate(encode(sha256(('key' || n)::bytea), 'base64'), '+/', '-_'), '=') $$;
  CREATE FUNCTION pg_temp.meta_of(n bigint, type text) RETURNS jsonb LANGUAGE sql IMMUTABLE
    AS $$ SELECT jsonb_build_object('type', type, 'title', 'Title ' || n, 'year', 1920 + n % 100,
      'poster', 'https://images.example.org/' || n || '.jpg') $$;`;

/** Row `n` of the layout's ids: 12 letters in one, uuids in the other. */
const userId = (layout: Layout): string =>
  layout === 'original' ? `substr(md5('user' || n), 1, 12)` : `pg_temp.uuid_of('user', n)::text`;

export interface Amounts {
  readonly users: number;
  /** Per account. */
  readonly sessions: number;
  readonly bookmarks: number;
  readonly movies: number;
  readonly episodes: number;
}

/** 10,000 rows, 100,000 in `npm run test:long`, and a tenth of the later tables if the layout has them. */
export const MANY: Amounts = {
  users: process.env.LONG_TESTS === undefined ? 200 : 2_000,
  sessions: 2,
  bookmarks: 12,
  movies: 4,
  episodes: 30,
};

const NO_PART: Readonly<Record<Layout, string>> = { original: 'NULL', 'p-stream': `E'\\n'` };

function rows(layout: Layout, of: Amounts): string {
  const id = userId(layout);
  const each = (count: number) =>
    `(SELECT n, ${id} AS uid FROM generate_series(1, ${of.users}) n) people, generate_series(1, ${count}) k`;
  const number = `(n * 1000 + k)`;
  const moment = `timestamptz '2025-01-01 00:00:00Z' + make_interval(hours => ((n * 7 + k) % 8000)::int)`;
  return `
    INSERT INTO users (id, public_key, namespace, created_at, last_logged_in, permissions, profile)
      SELECT ${id}, pg_temp.key_of(n), 'movie-web', timestamptz '2024-01-01Z' + make_interval(hours => n),
        CASE WHEN n % 10 > 0 THEN timestamptz '2025-01-01Z' END, '{}',
        '{"colorA": "#2E65CF", "colorB": "#7652DD", "icon": "userGroup"}'
      FROM generate_series(1, ${of.users}) n;
    INSERT INTO sessions
      SELECT pg_temp.uuid_of('session', ${number}), uid, ${moment}, ${moment}, timestamptz '2099-01-01Z', 'a.b.c', 'Firefox'
      FROM ${each(of.sessions)};
    INSERT INTO bookmarks (tmdb_id, user_id, meta, updated_at)
      SELECT k::text, uid, pg_temp.meta_of(k, 'show'), ${moment} FROM ${each(of.bookmarks)};
    INSERT INTO progress_items
      SELECT pg_temp.uuid_of('film', ${number}), k::text, uid, ${NO_PART[layout]}, ${NO_PART[layout]}, NULL, NULL,
        pg_temp.meta_of(k, 'movie'), ${moment}, 6000, ${number} % 6000
      FROM ${each(of.movies)};
    INSERT INTO progress_items
      SELECT pg_temp.uuid_of('episode', ${number}), 's1', uid, 'season-1', 'episode-' || k, 1, k,
        pg_temp.meta_of(1, 'show'), ${moment}, 2400, ${number} % 2400
      FROM ${each(of.episodes)};
    INSERT INTO user_settings (id, application_theme, proxy_urls)
      SELECT ${id}, 'blue', '{https://a.example.org,https://b.example.org}' FROM generate_series(1, ${of.users}) n;`;
}

const laterRows = (of: Amounts): string => {
  const id = userId('p-stream');
  return `
    UPDATE users SET nickname = 'Otter', ratings = '[{"tmdb_id": 603, "type": "movie", "rating": 8.5}]';
    UPDATE bookmarks SET "group" = '{Later}', favorite_episodes = '{e1,e2}';
    UPDATE user_settings SET custom_theme = '{"primary": "#111", "secondary": "#222", "tertiary": "#333"}';
    INSERT INTO user_group_order (id, user_id, group_order)
      SELECT n::text, ${id}, '{Later,Never}' FROM generate_series(1, ${of.users}) n;
    INSERT INTO lists (id, user_id, name, created_at, updated_at, public)
      SELECT pg_temp.uuid_of('list', n), ${id}, 'Autumn', '2025-05-01Z', '2025-05-02Z', n % 2 = 0
      FROM generate_series(1, ${of.users}) n;
    INSERT INTO list_items
      SELECT pg_temp.uuid_of('item', n), pg_temp.uuid_of('list', n), '603', '2025-05-02Z', 'movie'
      FROM generate_series(1, ${of.users}) n;
    INSERT INTO watch_history
      SELECT pg_temp.uuid_of('watched', n), ${id}, '603', E'\\n', E'\\n', NULL, NULL, pg_temp.meta_of(603, 'movie'),
        8160.5, 8000.25, '2025-05-01Z', true, '2025-05-01Z'
      FROM generate_series(1, ${of.users}) n;`;
};

/** One more database for the test, which drops it. Statements in `odd` run after the regular rows. */
export async function createForeignDatabase(
  layout: Layout,
  of: Amounts,
  odd = '',
): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  const script = [ORIGINAL, layout === 'p-stream' ? LATER : '', FUNCTIONS, rows(layout, of)];
  if (layout === 'p-stream') script.push(laterRows(of));
  await withClient(database.url, (client) => client.query([...script, odd].join('\n')));
  return database;
}

/** All rows of a database's tables: two are equal when their rows are, in any order. */
export function checksum(url: string, without: readonly string[] = []): Promise<string> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name !~ '^_' AND column_name <> ALL ($1) GROUP BY 1 ORDER BY 1`,
      [without],
    );
    const sums: string[] = [];
    for (const { name, columns } of tables) {
      const { rows: found } = await client.query<{ sum: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(line, ' ' ORDER BY line COLLATE "C")), '') AS sum
         FROM (SELECT ROW(${columns})::text AS line FROM ${client.escapeIdentifier(name)}) lines`,
      );
      sums.push(`${name} ${found[0]?.sum}`);
    }
    return sums.join('\n');
  });
}
