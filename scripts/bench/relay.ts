// Measures the relay: the time until a search sends its first event and its stream, the cost of a search, and the speed
// of relayed streams compared with the same server's proxy. Usage: node scripts/bench/relay.ts [rounds]. Linux only.
import { createRegistry } from '@matinee/sources/registry';
import { createScraper } from '@matinee/sources/scraper';
import { createStubNetwork, stubSource, type StubPlan } from '@matinee/sources/testing/stub-source';
import {
  createClient,
  measureCost,
  measurePairs,
  measureThroughput,
  printPairs,
  type Client,
} from './support/load.ts';
import { MOVIES, startPlainServer } from './support/plain-servers.ts';
import { startServer, type Server } from './support/server.ts';
import { median, quantile, verdict } from './support/statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 9);
const FIRST_EVENTS = 200;
const PLAYLISTS = 60;

type Plan = readonly [after: number | 'forever', finds: StubPlan['finds']];

/** Sources by rank, with the time of running them one after another until a stream is found, at 10 s each. */
const SCENARIOS: Readonly<Record<string, readonly [sequentialMs: number, ...Plan[]]>> = {
  'the 100 ms source has it': [100, [100, 'stream'], [300, 'stream'], ['forever', 'stream']],
  'only the 900 ms source has it': [
    1_300,
    [100, 'nothing'],
    [300, 'nothing'],
    [900, 'stream'],
    ['forever', 'stream'],
  ],
  'slowest first, all have it': [900, [900, 'stream'], [300, 'stream'], [100, 'stream']],
  'the first one hangs': [10_400, ['forever', 'stream'], [100, 'nothing'], [300, 'stream']],
};

async function firstStreamMs(plans: readonly Plan[]): Promise<number> {
  const sources = plans.map(([after, finds], at) =>
    stubSource({ id: `s-${at}`, rank: 100 - at, after, finds }),
  );
  const registry = createRegistry({ sources, embeds: [] });
  const scraper = createScraper({ registry, fetch: createStubNetwork().fetch, now: Date.now });
  const movie = { type: 'movie', title: 'Stub', releaseYear: 1968, tmdbId: '1' } as const;
  const from = performance.now();
  for await (const event of scraper.runAll(movie, { signal: new AbortController().signal })) {
    if (event.type === 'completed') return performance.now() - from;
  }
  throw new Error('No stream came');
}

async function measureRaces(): Promise<void> {
  console.log('First stream, ms (p50 of the race; running one source after another)');
  for (const [name, [sequentialMs, ...plans]] of Object.entries(SCENARIOS)) {
    await firstStreamMs(plans);
    const times = await Promise.all(Array.from({ length: ROUNDS }, () => firstStreamMs(plans)));
    console.log(
      `  ${name.padEnd(32)}${median(times).toFixed(0).padStart(8)}${String(sequentialMs).padStart(8)}`,
    );
  }
}

/** Returns the path of a search. Searches with different runtimes share no results. */
const scrapePath = ({ tmdbId, title }: (typeof MOVIES)[number], runtime = 1): string =>
  `/scrape?${new URLSearchParams({ type: 'movie', title, releaseYear: '1968', tmdbId: `${tmdbId}`, runtime: `${runtime}` })}`;

async function measureSearches(server: Server, client: Client): Promise<void> {
  const [movie] = MOVIES;
  const times: number[] = [];
  for (let at = 0; at < FIRST_EVENTS; at += 1)
    times.push(await firstEventMs(server, scrapePath(movie, 10 + at)));
  const p95 = quantile(times.slice(FIRST_EVENTS / 2), 0.95);
  console.log(`First event of a search: p95 ${p95.toFixed(1)} ms, goal 10: ${verdict(p95 <= 10)}`);
  const search = (pathOf: (n: number) => string) =>
    measureCost(server, {
      once: async (n) => (await client.send({ method: 'GET', path: pathOf(n) })).status,
      seconds: 4,
    });
  for (const [name, pathOf] of [
    ['each another title', (n: number) => scrapePath(movie, 1_000 + n)],
    ['all the same', () => scrapePath(movie)],
  ] as const) {
    await search(pathOf);
    const { server: ms } = await search((n) => pathOf(100_000 + n));
    console.log(`A search of the operator's list, ${name}: ${ms.toFixed(3)} ms of processor time`);
  }
}

async function firstEventMs(server: Server, path: string): Promise<number> {
  const from = performance.now();
  const leave = new AbortController();
  const { body } = await fetch(server.url + path, { signal: leave.signal });
  if (!body) throw new Error('The search has no body');
  let received = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    received += chunk;
    if (received.includes('event: init\n')) break;
  }
  const took = performance.now() - from;
  leave.abort();
  return took;
}

/** Returns the path of the relayed movie. */
async function relayedPath(client: Client, movie: (typeof MOVIES)[number]): Promise<string> {
  const { body } = await client.send({ method: 'GET', path: scrapePath(movie) });
  const path = /\/stream\/[^"]+/.exec(body)?.[0];
  if (path === undefined) throw new Error(`No stream was found: ${body}`);
  return path;
}

async function measureStreams(server: Server, client: Client, upstream: string): Promise<void> {
  console.log(`\nStreams, ${ROUNDS} rounds`.padEnd(35), '    relay       proxy       ratio');
  const [segments, files, playlist] = MOVIES;
  for (const [movie, connections, goal] of [
    // A small segment costs about as much as opening its token.
    [segments, 16, 0.5],
    [files, 1, 0.9],
  ] as const) {
    const relayed = await relayedPath(client, movie);
    const proxied = `/proxy?destination=${encodeURIComponent(`${upstream}/${movie.file}`)}`;
    const pairs = await measurePairs(ROUNDS, [relayed, proxied], (path) =>
      measureThroughput(server, path, { seconds: 1, connections }),
    );
    const mb = movie.bytes / 1e6;
    printPairs(
      `${movie.title}, MB a second`,
      pairs.map(([relay, proxy]) => [relay.perSecond * mb, proxy.perSecond * mb]),
      goal,
    );
  }
  const path = await relayedPath(client, playlist);
  const times: number[] = [];
  for (let at = 0; at < PLAYLISTS; at += 1) {
    const from = performance.now();
    await client.send({ method: 'GET', path });
    times.push(performance.now() - from);
  }
  const ms = median(times.slice(PLAYLISTS / 2));
  console.log(`A playlist of 10,000 lines: ${ms.toFixed(1)} ms, goal 100: ${verdict(ms <= 100)}`);
}

const upstream = await startPlainServer('upstream');
const server = await startServer({
  OPERATOR_ALLOWED_HOSTS: new URL(upstream.url).host,
  MANIFEST: `${upstream.url}/list.json`,
  STREAM_RELAY: 'all',
});
const client = createClient(server.url);
try {
  await measureRaces();
  await measureSearches(server, client);
  await measureStreams(server, client, upstream.url);
} finally {
  client.close();
  await server.stop();
  upstream.stop();
}
