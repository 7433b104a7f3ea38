// The operator's movies, requested in every way without an account: refused each time, and played with one.
import { getMeta } from '@matinee/shared/contract/meta';
import { getMetadata } from '@matinee/shared/contract/scrape';
import { Stream } from '@matinee/shared/media/stream';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createStreamTokens } from '../../apps/api/src/stream-relay/stream-token.ts';
import {
  createTestAccount,
  createTestSession,
  type TestAccount,
  type TestSession,
} from '../support/account.ts';
import type { TestApp } from '../support/app.ts';
import {
  createOperatorLibrary,
  LIVE,
  REEL,
  type OperatorLibrary,
} from '../support/operator-library.ts';

const LISTED = 'https://listed.test';
const FOREIGN = 'https://evil.test';

let library: OperatorLibrary;
let server: TestApp;
let member: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  // A logout may go unnoticed for seconds, which are skipped here.
  vi.useFakeTimers({ toFake: ['Date'] });
  library = await createOperatorLibrary();
  server = await library.open({ OWN_SOURCES: 'accounts', CORS_ORIGINS: LISTED });
});
afterAll(async () => {
  await server.close();
  await library.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  [member, other] = await Promise.all([createTestAccount(server), createTestAccount(server)]);
});

const noticeLogOut = (): void => void vi.setSystemTime(Date.now() + 6_000);

type Texts = Readonly<Record<string, string>>;

/** The last event of a search, as `type: data`. */
async function end(path: string, query: Texts, headers: Texts = {}, base = server.url) {
  const { status, text } = await request(base).get(path).query(query).set(headers).buffer();
  const last = text.split('\n\n').findLast((block) => block.startsWith('event: '));
  const [type = '', data = ''] = (last ?? '').split('\n').map((line) => line.replace(/^\w+: /, ''));
  return status === 200 ? `${type}: ${data}` : `${status}: ${text}`;
}
const search = (query: Texts, headers?: Texts, base?: string) =>
  end('/scrape', query, headers, base);

const NOTHING = 'noOutput: ';
const NO_SOURCE = 'error: {"name":"Error","message":"Source with ID not found"}';
const ENDED = '401: Your session has ended. Log in and open the title again.';
const OTHERS = '403: This stream belongs to another account. Open the title again.';

interface Playing {
  readonly movie: string;
  readonly captions: string;
  readonly playlist: string;
  readonly segment: string;
}

const Completed = z.object({ stream: Stream });
async function found(query: Texts, headers: Texts, base = server.url): Promise<Stream> {
  const ending = await search(query, headers, base);
  return Completed.parse(JSON.parse(ending.replace('completed: ', ''))).stream;
}

/** Addresses of both operator movies, as an account gets them. */
async function play({ headers }: TestSession): Promise<Playing> {
  const [reel, live] = [await found(REEL, headers), await found(LIVE, headers)];
  if (reel.type !== 'file' || live.type !== 'hls') throw new Error('Other streams');
  const { text } = await request(live.playlist).get('').buffer();
  const playing = {
    movie: reel.qualities['360']?.url ?? '',
    captions: reel.captions[0]?.url ?? '',
    playlist: live.playlist,
    segment: new URL(/^\/stream\/.*$/m.exec(text)?.[0] ?? '', server.url).href,
  };
  for (const url of Object.values(playing)) expect(await replay(url)).toMatch(/^20[06]$/);
  return playing;
}

/** The status, and the reason of a refusal. */
async function replay(url: string, headers: Texts = {}): Promise<string> {
  const { status, body } = await request(url).get('').set(headers).buffer();
  const { message } = z.object({ message: z.string().optional() }).catch({}).parse(body);
  return message === undefined ? String(status) : `${status}: ${message}`;
}

const logOut = ({ sessionId, headers }: TestSession, by = { headers }) =>
  request(server.url).delete(`/sessions/${sessionId}`).set(by.headers).expect(200);

describe('an operator movie requested without an account', () => {
  const searches: readonly (readonly [string, string, () => Promise<string>])[] = [
    ['in a search', NOTHING, () => search(REEL)],
    [
      'in a search that prefers its source',
      NOTHING,
      () => search({ ...REEL, sourceOrder: 'folder' }),
    ],
    ['from the folder alone', NO_SOURCE, () => end('/scrape/source', { ...REEL, id: 'folder' })],
    [
      'from the manifest alone',
      NO_SOURCE,
      () => end('/scrape/source', { ...LIVE, id: 'manifest' }),
    ],
    [
      'as an embed',
      'error: {"name":"Error","message":"Embed with ID not found"}',
      () => end('/scrape/embed', { id: 'folder', url: 'library:folder/1' }),
    ],
    ['with a made-up token', NOTHING, () => search(REEL, { authorization: 'Bearer a.b.c' })],
    [
      'with another scheme',
      NOTHING,
      () => search(REEL, { authorization: `Basic ${member.token}` }),
    ],
    ['with its token in the query', NOTHING, () => search({ ...REEL, token: member.token })],
    [
      'with an expired session',
      NOTHING,
      async () => {
        const { database } = server.deps;
        await database.query('UPDATE sessions SET expires_at = $2 WHERE user_id = $1', [
          member.userId,
          new Date(Date.now() - 1),
        ]);
        return await search(REEL, member.headers);
      },
    ],
    [
      'with a session that was logged out',
      NOTHING,
      async () => {
        await logOut(member);
        return await search(REEL, member.headers);
      },
    ],
    ['by a page of another origin', NOTHING, () => search(REEL, { origin: FOREIGN })],
    [
      'by a page of another origin, with a session',
      NOTHING,
      () => search(REEL, { ...member.headers, origin: FOREIGN }),
    ],
    [
      'by a page without an origin, with a session',
      NOTHING,
      () => search(REEL, { ...member.headers, origin: 'null' }),
    ],
    [
      'by another site that hides its origin, with a session',
      NOTHING,
      () => search(REEL, { ...member.headers, 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'while an account searches for the same',
      NOTHING,
      async () => {
        const [mine, theirs] = await Promise.all([search(REEL, member.headers), search(REEL)]);
        expect(mine).toMatch(/^completed/);
        return theirs;
      },
    ],
    [
      'after an account has searched for the same',
      NOTHING,
      async () => {
        expect(await search(LIVE, member.headers)).toMatch(/^completed/);
        return await search(LIVE);
      },
    ],
  ];
  test.each(searches)('%s: %s', async (_how, reason, send) => {
    expect(await send()).toBe(reason);
  });

  test('is not announced: none of its sources is listed or tried', async () => {
    const { body } = await request(server.url).get('/metadata');
    expect(getMetadata.reply.parse(body)).toEqual([expect.any(Array), []]);
    const { text } = await request(server.url).get('/scrape').query(REEL).buffer();
    expect(text).toContain('event: init\ndata: {"sourceIds":[]}');
    expect((await request(server.url).head('/scrape').query(REEL)).status).toBe(404);
  });

  const replays: readonly (readonly [
    string,
    string,
    (playing: Playing) => Promise<unknown>,
    (playing: Playing) => Promise<string>,
  ])[] = [
    ['with a stream token after logout', ENDED, () => logOut(member), ({ movie }) => replay(movie)],
    [
      'with a range after logout',
      ENDED,
      () => logOut(member),
      ({ movie }) => replay(movie, { range: 'bytes=0-99' }),
    ],
    [
      'with a stream token after the device was removed',
      ENDED,
      async () => logOut(member, await createTestSession(server, member.userId)),
      ({ movie }) => replay(movie),
    ],
    [
      'with a stream token after the account was deleted',
      ENDED,
      () => request(server.url).delete(`/users/${member.userId}`).set(member.headers).expect(200),
      ({ movie }) => replay(movie),
    ],
    [
      'with a playlist after logout',
      ENDED,
      () => logOut(member),
      ({ playlist }) => replay(playlist),
    ],
    ['with a segment after logout', ENDED, () => logOut(member), ({ segment }) => replay(segment)],
    [
      'with its subtitles after logout',
      ENDED,
      () => logOut(member),
      ({ captions }) => replay(captions),
    ],
    [
      'with a stream token after logout, with the session of another account',
      ENDED,
      () => logOut(member),
      ({ movie }) => replay(movie, other.headers),
    ],
    [
      'with a stream token in the player of another account',
      OTHERS,
      async () => undefined,
      ({ movie }) => replay(movie, other.headers),
    ],
    [
      'with a segment in the player of another account',
      OTHERS,
      async () => undefined,
      ({ segment }) => replay(segment, other.headers),
    ],
  ];
  test.each(replays)('%s: %s', async (_how, reason, change, send) => {
    const playing = await play(member);
    await change(playing);
    noticeLogOut();
    expect(await send(playing)).toBe(reason);
  });

  test('with the head of a stream token after logout', async () => {
    const { movie } = await play(member);
    expect((await request(movie).head('')).status).toBe(200);
    await logOut(member);
    noticeLogOut();
    expect((await request(movie).head('')).status).toBe(401);
  });

  const STORE = 'library:folder/1';
  test.each([
    [
      'with a stream token of a version that bound none to an account',
      'own',
      '410: This stream now needs an account. Log in and open the title again.',
    ],
    ['with a stream token of an add-on', 'named', '404: The stream no longer exists.'],
    ['with a stream token of a public source', 'public', '404: The stream no longer exists.'],
  ] as const)('%s', async (_how, scope, reason) => {
    const issue = createStreamTokens({ secret: library.ticketSecret, now: Date.now }).newSession();
    const ticket = issue({ url: STORE, kind: 'media', headers: {}, scope });
    expect(await replay(`${server.url}/stream/${ticket}`)).toBe(reason);
  });
});

describe('an operator movie requested with an account', () => {
  test('is found, listed and played completely, in ranges and by players without headers', async () => {
    const { body } = await request(server.url).get('/metadata').set(member.headers);
    const [, sources] = getMetadata.reply.parse(body);
    expect(sources.map(({ id }) => id).toSorted()).toEqual(['folder', 'manifest']);
    const alone = await end('/scrape/source', { ...REEL, id: 'folder' }, member.headers);
    expect(alone).toMatch(/^completed: /);
    const { movie, segment } = await play(member);
    noticeLogOut();
    expect(await replay(movie, { range: 'bytes=0-99' })).toBe('206');
    expect(await replay(movie, { origin: 'https://cast.test' })).toBe('200');
    expect(await replay(segment, member.headers)).toBe('200');
    const second = await createTestSession(server, member.userId);
    expect(await replay(movie, second.headers)).toBe('200');
    expect(await replay(movie, { authorization: 'Basic bmdpbng6' })).toBe('200');
  });

  test('is not cached longer than the session', async () => {
    const { playlist, segment } = await play(member);
    for (const url of [playlist, segment]) {
      const { headers } = await request(url).get('').buffer();
      expect(headers['cache-control']).toBe('private, no-cache');
    }
  });

  test('is available to pages of this origin and of a listed one, after a preflight', async () => {
    const preflight = await request(server.url)
      .options('/scrape')
      .set({ origin: LISTED, 'access-control-request-method': 'GET' })
      .set('access-control-request-headers', 'authorization');
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-headers': 'authorization',
    });
    for (const page of [
      { origin: LISTED, 'sec-fetch-site': 'cross-site' },
      { origin: server.url },
      { 'sec-fetch-site': 'same-origin' },
    ]) {
      expect(await search(REEL, { ...member.headers, ...page })).toMatch(/^completed: /);
    }
  });

  test('is announced by the instance, and in the log', async () => {
    const { body } = await request(server.url).get('/meta');
    expect(getMeta.reply.parse(body).ownSourcesFor).toBe('accounts');
    expect(server.log.join()).toMatch(
      /operator sources \(\w+, \w+\): only logged-in accounts can watch them/,
    );
  });
});

describe('on a server for this machine only', () => {
  let local: TestApp;
  beforeAll(async () => {
    local = await library.open({ CORS_ORIGINS: '*' });
  });
  afterAll(() => local.close());

  test('operator movies need no account', async () => {
    const stream = await found(REEL, {}, local.url);
    expect(stream.type === 'file' && (await replay(stream.qualities['360']?.url ?? ''))).toBe(
      '200',
    );
    const { body } = await request(local.url).get('/meta');
    expect(getMeta.reply.parse(body)).not.toHaveProperty('ownSourcesFor');
    expect(local.log.join()).toContain('everyone on this machine can watch them');
  });

  test.each([
    ['a page of another origin, though * is allowed', { origin: FOREIGN }],
    ['a page whose host name resolves here', { host: 'evil.test' }],
    ['a remote client, through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ])('except for %s', async (_who, headers) => {
    expect(await search(REEL, headers, local.url)).toBe(NOTHING);
  });

  test('and a remote client is told that they are for accounts', async () => {
    const { body } = await request(local.url).get('/meta').set('x-forwarded-for', '203.0.113.7');
    expect(getMeta.reply.parse(body).ownSourcesFor).toBe('accounts');
  });

  test.each([{ host: 'localhost' }, { host: '[::1]:8080' }])('also as %j', async (headers) => {
    expect(await search(REEL, headers, local.url)).toMatch(/^completed: /);
  });
});
