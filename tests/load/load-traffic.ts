// The clients of `load.ts`, in a separate process so that their work does not delay what is measured.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

export interface LoadUser {
  readonly userId: string;
  readonly token: string;
}

export interface LoadOrders {
  readonly url: string;
  readonly users: readonly LoadUser[];
  /** The operator's movies have the TMDB ids from 1 to this. No source has other movies. */
  readonly movies: number;
  /** The time until `stop`. */
  readonly seconds: number;
  /** Whether all pages are visible. Visible pages also poll every three seconds. */
  readonly isPolling: boolean;
}

/** Durations of complete responses; for event streams, the time to the first byte. */
interface Responses {
  readonly ms: number[];
  /** Counts of failures by their reason. */
  readonly failures: Record<string, number>;
}

export type Kind =
  'progress' | 'poll' | 'restore' | 'search' | 'scrape' | 'stream' | 'event stream';

/** The last position of a title that the server has acknowledged. */
export interface Acknowledged {
  readonly userId: string;
  readonly tmdbId: string;
  readonly watched: number;
  readonly updatedAt: string;
}

export interface LoadOutcome {
  readonly responses: Readonly<Record<Kind, Responses>>;
  readonly acknowledged: readonly Acknowledged[];
  /** The size of all relayed playlists and segments. */
  readonly streamBytes: number;
  readonly eventStreamsAtTheEnd: number;
  /** The delay of this process's timers. */
  readonly timerDelayMs: { readonly p99: number; readonly longest: number };
}

/**
 * Users arrive one after the other over this time: the clients are on as few cores as the server, and all begin here.
 */
const ARRIVAL_SECONDS = 20;
const EVERY_SECONDS = 3;
/**
 * A user saves every position of a minute in one title, then opens the next. Not all users do so in the same minute.
 */
const SAVES_PER_TITLE = 20;
const RESTORES_PER_SECOND = 4;
const SEARCHES_PER_SECOND = 10;
const SCRAPES = 200;
const VIEWERS = 50;
const VIEWERS_PER_SECOND = 2;
const SEGMENT_SECONDS = 2;
const EVENT_STREAMS = 500;
/** These share a search, which lasts as long as its slowest source. */
const STREAMS_PER_TITLE = 50;
const RESPONSE_LIMIT_MS = 30_000;
const RETRY_MS = 1_000;
/** Connections of each user, like a browser's. */
const CONNECTIONS = 6;
const TIMER_RESOLUTION_MS = 10;

const stopping = new AbortController();
const { signal } = stopping;

const responses: LoadOutcome['responses'] = {
  progress: { ms: [], failures: {} },
  poll: { ms: [], failures: {} },
  restore: { ms: [], failures: {} },
  search: { ms: [], failures: {} },
  scrape: { ms: [], failures: {} },
  stream: { ms: [], failures: {} },
  'event stream': { ms: [], failures: {} },
};
const acknowledged = new Map<string, Acknowledged>();
let streamBytes = 0;
let eventStreams = 0;

function countFailure(kind: Kind, reason: string): void {
  const { failures } = responses[kind];
  failures[reason] = (failures[reason] ?? 0) + 1;
}

interface Client extends LoadUser {
  readonly index: number;
  readonly pool: Pool;
  readonly headers: Readonly<Record<string, string>>;
}

/** Each client is behind a reverse proxy that the server trusts, and has its own network. */
function clientOf(url: string, { userId, token }: LoadUser, index: number): Client {
  const options = { headersTimeout: RESPONSE_LIMIT_MS, bodyTimeout: RESPONSE_LIMIT_MS };
  return {
    userId,
    token,
    index,
    pool: new Pool(url, { connections: CONNECTIONS, ...options }),
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.${Math.floor(index / 250)}.${1 + (index % 250)}.7`,
    },
  };
}

interface Call {
  readonly kind: Kind;
  readonly path: string;
  /** Sent as JSON by PUT. */
  readonly body?: unknown;
  /** When it should have been sent. */
  readonly dueAt?: number;
  /** Whether to drop the text of the response. */
  readonly isDropped?: true;
}

/** Returns the text of a successful response, and counts any other. Streams end without a failure at the stop. */
async function call(client: Client, request: Call): Promise<string | undefined> {
  const { kind, path, body, dueAt = performance.now(), isDropped } = request;
  const { ms } = responses[kind];
  const endsAtStop = kind === 'stream' || kind === 'event stream';
  try {
    const response = await client.pool.request({
      path,
      ...(body === undefined
        ? { method: 'GET', headers: client.headers }
        : {
            method: 'PUT',
            headers: { ...client.headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
      ...(endsAtStop && { signal }),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      if (!(chunk instanceof Buffer)) throw new Error('not bytes');
      if (bytes === 0 && kind === 'event stream') ms.push(performance.now() - dueAt);
      bytes += chunk.length;
      if (!isDropped) chunks.push(chunk);
    }
    if (kind === 'stream') streamBytes += bytes;
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
    if (kind !== 'event stream') ms.push(performance.now() - dueAt);
    return Buffer.concat(chunks).toString();
  } catch (error) {
    if (!(signal.aborted && endsAtStop))
      countFailure(kind, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The second at which request `n` is due. The rate rises to `perSecond` while users arrive. */
function dueSecond(n: number, perSecond: number): number {
  const duringArrival = (perSecond * ARRIVAL_SECONDS) / 2;
  return n < duringArrival
    ? Math.sqrt((2 * n * ARRIVAL_SECONDS) / perSecond)
    : ARRIVAL_SECONDS / 2 + n / perSecond;
}

/** Sends at a steady rate once all have arrived, however slow the responses are. */
async function pace(
  perSecond: number,
  send: (n: number, dueAt: number) => Promise<unknown>,
): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  const from = performance.now();
  for (let n = 0; !signal.aborted; n += 1) {
    const dueAt = from + 1_000 * dueSecond(n, perSecond);
    const early = dueAt - performance.now();
    if (early > 0) await pause(early, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const sent = send(n, dueAt).finally(() => pending.delete(sent));
    pending.add(sent);
  }
  await Promise.all(pending);
}

async function saveProgress(client: Client, save: number, dueAt: number): Promise<void> {
  const { userId } = client;
  const item = {
    tmdbId: String(500_000 + client.index + Math.floor((save + client.index) / SAVES_PER_TITLE)),
    watched: save * EVERY_SECONDS,
    updatedAt: new Date().toISOString(),
  };
  const meta = { title: 'A title of the usual length', type: 'movie', year: 1968, poster: null };
  const reply = await call(client, {
    kind: 'progress',
    path: `/users/${userId}/changes`,
    body: [{ type: 'putProgress', ...item, meta, duration: 5_400 }],
    dueAt,
  });
  if (reply === '{"applied":1,"outdated":0}')
    acknowledged.set(`${userId} ${item.tmdbId}`, { userId, ...item });
  else if (reply !== undefined) countFailure('progress', reply);
}

/** Polls half an interval apart from the user's saves. */
const poll = (users: number, pick: (n: number) => Client): Promise<void> =>
  pace(users / EVERY_SECONDS, (n, dueAt) => {
    const client = pick(n + Math.floor(users / 2));
    return call(client, { kind: 'poll', path: '/users/@me', isDropped: true, dueAt });
  });

const PARTS = [
  'bookmarks',
  'group-order',
  'progress',
  'watch-history',
  'ratings',
  'lists',
  'settings',
] as const;

/** Everything that a device requests at its start. */
async function restore(client: Client, dueAt: number): Promise<void> {
  const request = { kind: 'restore', isDropped: true } as const;
  await call(client, { ...request, path: '/users/@me', dueAt });
  await Promise.all(
    PARTS.map((part) => call(client, { ...request, path: `/users/${client.userId}/${part}` })),
  );
}

const KNOWN_SEARCHES = 200;
/** One search in this many is new to the server. */
const NEW_SEARCH_EVERY = 10;

async function search(client: Client, n: number, dueAt: number): Promise<void> {
  const isNew = n % NEW_SEARCH_EVERY === 0;
  const query = isNew ? `feature ${n}` : `feature number ${n % KNOWN_SEARCHES}`;
  const path = `/catalogue/3/search/multi?${new URLSearchParams({ language: 'en-US', query, include_adult: 'false', page: '1' })}`;
  const reply = await call(client, { kind: 'search', path, dueAt });
  if (reply?.includes('"results":[') === false) countFailure('search', 'no results');
}

const scrapePath = (tmdbId: number): string =>
  `/scrape?${new URLSearchParams({ type: 'movie', title: `Movie ${tmdbId}`, releaseYear: '1968', tmdbId: String(tmdbId) })}`;

async function scrape(client: Client, tmdbId: number, dueAt?: number): Promise<string> {
  const path = scrapePath(tmdbId);
  const events = await call(client, {
    kind: 'scrape',
    path,
    ...(dueAt !== undefined && { dueAt }),
  });
  if (events?.includes('event: completed') === true) return events;
  if (events !== undefined) countFailure('scrape', 'no stream');
  return '';
}

const linesOf = (playlist: string, base: string): readonly string[] =>
  playlist
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const { pathname, search: query } = new URL(line, base);
      return pathname + query;
    });

/** Finds a stream like the app, and requests the segments of its best quality at the pace of playback. */
async function watch(client: Client, url: string): Promise<void> {
  const events = await scrape(client, 1 + client.index);
  const path = /\/stream\/[^"\\]+/.exec(events)?.[0];
  if (path === undefined) return countFailure('stream', 'not relayed');
  const playlist = async (at: string) =>
    linesOf((await call(client, { kind: 'stream', path: at })) ?? '', new URL(at, url).href);
  const level = (await playlist(path)).at(-1);
  const segments = level === undefined ? [] : await playlist(level);
  if (segments.length === 0 && !signal.aborted) countFailure('stream', 'no segments');
  for (let n = 0; !signal.aborted && segments.length > 0; n += 1) {
    const next = pause(SEGMENT_SECONDS * 1_000, undefined, { signal }).catch(() => undefined);
    const segment = segments[n % segments.length] ?? '';
    await call(client, { kind: 'stream', path: segment, isDropped: true });
    await next;
  }
}

/** Repeatedly searches for titles that keep one source busy until its time limit. */
async function waitForEvents(client: Client, { movies }: LoadOrders): Promise<void> {
  const group = Math.floor(client.index / STREAMS_PER_TITLE);
  for (let round = 0; !signal.aborted; round += 1) {
    const tmdbId = movies + 1 + group + round * (EVENT_STREAMS / STREAMS_PER_TITLE);
    eventStreams += 1;
    const events = await call(client, { kind: 'event stream', path: scrapePath(tmdbId) });
    eventStreams -= 1;
    if (events?.includes('event: noOutput') === false) countFailure('event stream', 'cut off');
    if (events === undefined) await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function run(orders: LoadOrders): Promise<void> {
  const { url, users, movies, seconds, isPolling } = orders;
  const delays = monitorEventLoopDelay({ resolution: TIMER_RESOLUTION_MS });
  delays.enable();
  const clients = users.map((user, index) => clientOf(url, user, index));
  const pick = (n: number): Client => {
    const client = clients[n % clients.length];
    if (!client) throw new Error('There are no users');
    return client;
  };
  let eventStreamsAtTheEnd = 0;
  signal.addEventListener('abort', () => (eventStreamsAtTheEnd = eventStreams), { once: true });
  await Promise.all([
    pace(users.length / EVERY_SECONDS, (n, dueAt) =>
      saveProgress(pick(n), Math.floor(n / users.length), dueAt),
    ),
    ...(isPolling ? [poll(users.length, pick)] : []),
    // The offsets keep the requests of one user apart.
    pace(RESTORES_PER_SECOND, (n, dueAt) => restore(pick(n * 7 + 500), dueAt)),
    pace(SEARCHES_PER_SECOND, (n, dueAt) => search(pick(n * 11 + 1_000), n, dueAt)),
    pace(SCRAPES / seconds, (n, dueAt) =>
      scrape(pick(n * 13 + 1_500), 1 + VIEWERS + (n % (movies - VIEWERS)), dueAt),
    ),
    ...clients.slice(0, VIEWERS).map(async (client, index) => {
      await pause((index * 1_000) / VIEWERS_PER_SECOND);
      await watch(client, url);
    }),
    ...clients.slice(-EVENT_STREAMS).map(async (client, index) => {
      await pause((index * ARRIVAL_SECONDS * 1_000) / EVENT_STREAMS);
      await waitForEvents(client, orders);
    }),
  ]);
  delays.disable();
  await Promise.all(clients.map(({ pool }) => pool.destroy()));
  const lateMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - TIMER_RESOLUTION_MS);
  process.send?.({
    responses,
    acknowledged: [...acknowledged.values()],
    streamBytes,
    eventStreamsAtTheEnd,
    timerDelayMs: { p99: lateMs(delays.percentile(99)), longest: lateMs(delays.max) },
  } satisfies LoadOutcome);
}

process.on('message', (message: LoadOrders | 'stop') => {
  if (message === 'stop') stopping.abort();
  else void run(message);
});
// The parent has failed.
process.once('disconnect', () => process.exit());
