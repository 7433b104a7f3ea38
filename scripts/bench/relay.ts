// How long until the relay says something, and until it hands over a stream: our race against one source after
// another, over the same stub sources, the same relay and in the same process. Prints; asserts nothing.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { createRegistry } from '@matinee/sources/registry';
import { createScraper, type Scraper } from '@matinee/sources/run';
import { createStubNetwork, stubSource, type StubPlan } from '@matinee/sources/testing/stub-source';
import { fastify } from 'fastify';
import { get } from 'node:http';
import { scrapeRoutes } from '../../apps/api/src/scrape/scrape-routes.ts';
import { cacheRuns } from '../../apps/api/src/scrape/run-cache.ts';
import { watch } from './viewers.ts';

const ROUNDS = 20;
const FIRST_EVENTS = 200;
const TRIVIAL_RUNS = 6_000;
const VIEWERS = 32;
/** What a client without a race would grant a source that hangs. */
const SEQUENTIAL_LIMIT_MS = 10_000;

type Plan = Omit<StubPlan, 'rank'>;
const at = (after: number | 'forever', finds: Plan['finds']): Plan => ({
  id: `s-${after}`,
  after,
  finds,
});

/** In rank order. */
const SCENARIOS: Readonly<Record<string, readonly Plan[]>> = {
  'the 100 ms source has it': [
    at(100, 'stream'),
    at(300, 'stream'),
    at(900, 'stream'),
    at('forever', 'stream'),
  ],
  'only the 900 ms source has it': [
    at(100, 'nothing'),
    at(300, 'nothing'),
    at(900, 'stream'),
    at('forever', 'stream'),
  ],
  'slowest first, all have it': [at(900, 'stream'), at(300, 'stream'), at(100, 'stream')],
  'the slow ones have not got it': [
    at(900, 'nothing'),
    at(300, 'nothing'),
    at(100, 'stream'),
    at('forever', 'stream'),
  ],
  'the first one hangs': [
    at('forever', 'stream'),
    at(100, 'nothing'),
    at(300, 'stream'),
    at(900, 'stream'),
  ],
};

function createStubScraper(plans: readonly Plan[]): Scraper {
  const sources = plans.map((plan, position) => stubSource({ ...plan, rank: 100 - position }));
  const registry = createRegistry({ sources, embeds: [] });
  return createScraper({ registry, fetch: createStubNetwork().fetch, now: Date.now });
}

/** The same sources, one after another: what a run was before it was a race. */
function oneAfterAnother(scraper: Scraper): Scraper {
  const [, sources] = scraper.metadata();
  async function* runAll(
    media: ScrapeMedia,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<ScrapeEvent, void, undefined> {
    yield { type: 'init', sourceIds: sources.map(({ id }) => id) };
    for (const { id } of sources) {
      yield { type: 'start', id };
      const stream = await firstStream(scraper, { id, media, signal });
      if (stream) return yield { type: 'completed', sourceId: id, stream };
      yield { type: 'update', id, percentage: 100, status: 'notfound', reason: 'has not got it' };
    }
    yield { type: 'noOutput' };
  }
  return { ...scraper, runAll };
}

async function firstStream(
  scraper: Scraper,
  { id, media, signal }: { id: string; media: ScrapeMedia; signal: AbortSignal },
) {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SEQUENTIAL_LIMIT_MS)]);
  try {
    for await (const event of scraper.runSource(id, media, { signal: limited })) {
      if (event.type === 'completed') return event.stream?.[0];
    }
  } catch {
    signal.throwIfAborted();
  }
  return undefined;
}

/** A relay of its own for each, so that no round profits from what another has learnt. */
async function withRelay<T>(
  scraper: Scraper,
  task: (url: string) => Promise<T>,
  isCached = false,
): Promise<T> {
  const app = fastify({ forceCloseConnections: true });
  const slots = { total: 1_024, perClient: 1_024 };
  const shared = cacheRuns({ scraper, isCached, now: Date.now });
  await app.register(scrapeRoutes(async () => ({ scraper: shared }), { slots }));
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    return await task(`${base}/scrape?type=movie&title=Stub&releaseYear=1968&tmdbId=1`);
  } finally {
    await app.close();
  }
}

/** Milliseconds from the request until the answer contains the event; then leaves. */
function timeUntil(event: string, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = performance.now();
    let received = '';
    const request = get(url, { agent: false }, (answer) => {
      answer.setEncoding('utf8').on('error', reject);
      answer.on('data', (chunk: string) => {
        received += chunk;
        if (!received.includes(`event: ${event}\n`)) return;
        resolve(performance.now() - asked);
        request.destroy();
      });
      answer.on('end', () => reject(new Error(`no ${event} came`)));
    }).on('error', reject);
  });
}

/** Of a source that answers at once: what the relay itself costs. The parameter is the run's number. */
function trivialRuns(
  parameter: string,
): Promise<readonly [perSecond: number, perCpuSecond: number]> {
  const scraper = createStubScraper([at(0, 'stream')]);
  const measure = async (url: string) => {
    const crowd = { url: `${url}&${parameter}=`, viewers: VIEWERS };
    // The first ones pay for what the runtime compiles on first use.
    await watch({ ...crowd, from: 0, to: TRIVIAL_RUNS });
    const before = process.threadCpuUsage();
    const ms = await watch({ ...crowd, from: TRIVIAL_RUNS, to: 2 * TRIVIAL_RUNS });
    const { user, system } = process.threadCpuUsage(before);
    return [TRIVIAL_RUNS / (ms / 1_000), TRIVIAL_RUNS / ((user + system) / 1_000_000)] as const;
  };
  return withRelay(scraper, measure, true);
}

/** Rounds overlap: they spend their time waiting, not computing. */
function streamTimes(scraperOf: () => Scraper): Promise<number[]> {
  const rounds = Array.from({ length: ROUNDS }, () =>
    withRelay(scraperOf(), (url) => timeUntil('completed', url)),
  );
  return Promise.all(rounds);
}

function firstEventTimes(plans: readonly Plan[]): Promise<number[]> {
  return withRelay(createStubScraper(plans), async (url) => {
    const times: number[] = [];
    for (let round = 0; round < FIRST_EVENTS; round += 1) times.push(await timeUntil('init', url));
    return times;
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

function row(name: string, values: readonly (number | string)[]): string {
  const cells = values.map((it) => (typeof it === 'number' ? it.toFixed(0) : it).padStart(12));
  return `  ${name.padEnd(32)}${cells.join('')}`;
}

const firstEvents = await firstEventTimes(SCENARIOS['the first one hangs'] ?? []);
console.log(`Relay, first event after the request, ms (${FIRST_EVENTS} requests, goal 10)`);
console.log(
  `  p50 ${quantile(firstEvents, 0.5).toFixed(2)}   p95 ${quantile(firstEvents, 0.95).toFixed(2)}\n`,
);
console.log(
  `Relay, trivial runs, ${VIEWERS} viewers at once on another thread (goal 1,500 a second)`,
);
for (const [name, parameter] of [
  ['each another title', 'runtime'],
  ['all the same', 'ignored'],
] as const) {
  const [perSecond, perCpuSecond] = (await trivialRuns(parameter)).map(Math.round);
  console.log(`  ${name.padEnd(20)} ${perSecond} a second, ${perCpuSecond} a second of its thread`);
}
console.log();
console.log(
  `Relay, first stream, ms (${ROUNDS} rounds each; one after another grants each source 10 s)`,
);
console.log(row('', ['race p50', 'race p95', 'seq. p50', 'seq. p95', 'p50 ratio', 'p95 ratio']));
// The first rounds would pay for what the runtime compiles on first use.
await streamTimes(() => createStubScraper([at(100, 'stream')]));
for (const [name, plans] of Object.entries(SCENARIOS)) {
  const race = await streamTimes(() => createStubScraper(plans));
  const sequential = await streamTimes(() => oneAfterAnother(createStubScraper(plans)));
  const times = [race, sequential].flatMap((it) => [quantile(it, 0.5), quantile(it, 0.95)]);
  const ratios = [0.5, 0.95].map((at) => quantile(sequential, at) / quantile(race, at));
  console.log(row(name, [...times, ...ratios.map((ratio) => `${ratio.toFixed(2)}x`)]));
}
