/** Writes accounts and their data directly to the database. */
import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { createSessionTokens } from '../../../apps/api/src/accounts/accounts.ts';

export const BOOKMARKS = 200;
export const PROGRESS = 500;

export interface User {
  readonly userId: string;
  readonly sessionId: string;
  readonly publicKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sign: (challenge: string) => string;
}

const publicKeyOf = (key: KeyObject): string => key.export({ format: 'jwk' }).x ?? '';

export async function createUsers(
  client: pg.Client,
  secret: string,
  count: number,
): Promise<readonly User[]> {
  const tokens = createSessionTokens([secret]);
  const users = await Promise.all(
    Array.from({ length: count }, async () => {
      const sessionId = randomUUID();
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      return {
        userId: randomUUID(),
        sessionId,
        publicKey: publicKeyOf(publicKey),
        headers: { authorization: `Bearer ${await tokens.issue(sessionId, new Date())}` },
        sign: (challenge: string) =>
          sign(null, Buffer.from(challenge), privateKey).toString('base64url'),
      };
    }),
  );
  await client.query(
    `INSERT INTO users (id, public_key, namespace, nickname, color_a, color_b, icon)
     SELECT id, key, 'movie-web', 'Quiet Otter', '#2E65CF', '#7652DD', 'userGroup'
     FROM unnest($1::text[], $2::text[]) AS new(id, key)`,
    [users.map(({ userId }) => userId), users.map(({ publicKey }) => publicKey)],
  );
  await client.query(
    `INSERT INTO sessions (user_id, id, device, user_agent, expires_at)
     SELECT user_id, id, 'a.b.c', 'bench', now() + interval '20 days'
     FROM unnest($1::text[], $2::uuid[]) AS new(user_id, id)`,
    [users.map(({ userId }) => userId), users.map(({ sessionId }) => sessionId)],
  );
  return users;
}

/** Adds half movies, half episodes, with poster URLs and titles of usual length. */
export async function addProgress(
  client: pg.Client,
  userIds: readonly string[],
  items = PROGRESS,
): Promise<void> {
  await client.query(
    `INSERT INTO progress (user_id, tmdb_id, season_id, episode_id, type, title, year, poster, season_number,
       episode_number, duration, watched)
     SELECT user_id, (100000 + n)::text, CASE WHEN n % 2 = 0 THEN '' ELSE (200000 + n)::text END,
       CASE WHEN n % 2 = 0 THEN '' ELSE (300000 + n)::text END, CASE WHEN n % 2 = 0 THEN 'movie' ELSE 'show' END,
       'A title of the usual length ' || n, 1920 + n % 100, 'https://image.tmdb.test/t/p/w342/' || md5(n::text) || '.jpg',
       CASE WHEN n % 2 = 0 THEN NULL ELSE 1 END, CASE WHEN n % 2 = 0 THEN NULL ELSE n END, 5400, n
     FROM unnest($1::text[]) AS new(user_id), generate_series(1, $2) AS n`,
    [userIds, items],
  );
}

export async function addBookmarks(
  client: pg.Client,
  userIds: readonly string[],
  items = BOOKMARKS,
): Promise<void> {
  await client.query(
    `INSERT INTO bookmarks (user_id, tmdb_id, type, title, year, poster)
     SELECT user_id, (100000 + n)::text, CASE WHEN n % 2 = 0 THEN 'movie' ELSE 'show' END,
       'A title of the usual length ' || n, 1920 + n % 100, 'https://image.tmdb.test/t/p/w342/' || md5(n::text) || '.jpg'
     FROM unnest($1::text[]) AS new(user_id), generate_series(1, $2) AS n`,
    [userIds, items],
  );
}

/** Returns the body of an import of new items. */
export function importBody(items: number): string {
  return JSON.stringify(
    Array.from({ length: items }, (_, n) => ({
      tmdbId: String(100_000 + n),
      ...(n % 2 === 1 && {
        seasonId: String(200_000 + n),
        episodeId: String(300_000 + n),
        seasonNumber: 1,
        episodeNumber: n,
      }),
      meta: {
        type: n % 2 === 1 ? 'show' : 'movie',
        title: `A title of the usual length ${n}`,
        year: 1920 + (n % 100),
        poster: `https://image.tmdb.test/t/p/w342/${String(n).padStart(32, '0')}.jpg`,
      },
      duration: 5400,
      watched: n,
      updatedAt: '2026-01-02T03:04:05.678Z',
    })),
  );
}
