// How fast the race is on paper: the product's own scheduler in virtual time, over sources whose latencies are dice, next
// to what the plan it was built from promises. Usage: node scripts/bench/schedule.ts [runs per profile]
import { createAsyncQueue } from '@matinee/sources/async-queue';
import { runRace } from '@matinee/sources/race';
import { createRegistry } from '@matinee/sources/registry';
import { BALANCED, RANK_FIRST, type Policy } from '@matinee/sources/schedule';
import { NotFoundError, type Source } from '@matinee/sources/source';
import { stubStream } from '@matinee/sources/testing/stub-source';
import { createVirtualTime } from './virtual-time.ts';

const RUNS = Number(process.argv[2] ?? 4_000);
const SEED = 12_345;
const HANG_MS = 60_000;
const MISS_SHARE = 0.8;
const SHORTEST_USUAL_MS = 150;

interface Odds {
  readonly hit: number;
  readonly medianMs: number;
  readonly sigma: number;
  readonly hang: number;
}
const odds = (hit: number, medianMs: number, sigma: number, hang: number): Odds => ({
  hit,
  medianMs,
  sigma,
  hang,
});

const LAWFUL_MIX = [
  odds(0.35, 80, 0.6, 0.01),
  odds(0.35, 700, 0.8, 0.02),
  odds(0.3, 1_200, 0.9, 0.03),
  odds(0.15, 1_500, 0.7, 0.02),
  odds(0.12, 900, 0.8, 0.02),
  odds(0.25, 2_000, 1, 0.04),
];

/** Promised in seconds: p50 and p95 of the time to the first stream. */
interface Promised {
  readonly p50: number;
  readonly p95: number;
}
interface Profile {
  readonly name: string;
  readonly sources: readonly Odds[];
  readonly balanced: Promised;
  readonly rankFirst: Promised;
}

const PROFILES: readonly Profile[] = [
  {
    name: 'A lawful mix',
    sources: LAWFUL_MIX,
    balanced: { p50: 0.52, p95: 3.87 },
    rankFirst: { p50: 0.53, p95: 4.34 },
  },
  {
    name: 'B 8 equal',
    sources: Array.from({ length: 8 }, () => odds(0.3, 1_200, 0.8, 0.03)),
    balanced: { p50: 1.95, p95: 4.13 },
    rankFirst: { p50: 2.25, p95: 5.21 },
  },
  {
    name: 'C 16 equal',
    sources: Array.from({ length: 16 }, () => odds(0.2, 1_500, 0.9, 0.03)),
    balanced: { p50: 3.11, p95: 6.79 },
    rankFirst: { p50: 3.61, p95: 7.79 },
  },
  {
    name: 'D strong first',
    sources: [
      odds(0.8, 900, 0.7, 0.03),
      ...Array.from({ length: 4 }, () => odds(0.4, 1_500, 0.8, 0.03)),
    ],
    balanced: { p50: 1.08, p95: 3.47 },
    rankFirst: { p50: 1.1, p95: 3.87 },
  },
  {
    name: 'E first is down',
    sources: [odds(0, 100, 0.1, 1), ...LAWFUL_MIX.slice(1)],
    balanced: { p50: 1.53, p95: 4.73 },
    rankFirst: { p50: 1.84, p95: 5.58 },
  },
];

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Fate {
  readonly finds: boolean;
  readonly afterMs: number;
}

function rollFate({ hit, medianMs, sigma, hang }: Odds, random: () => number): Fate {
  if (random() < hang) return { finds: false, afterMs: HANG_MS };
  const finds = random() < hit;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return { finds, afterMs: medianMs * Math.exp(sigma * normal) * (finds ? 1 : MISS_SHARE) };
}

/** Of the normal distribution. */
const QUANTILES: Readonly<Record<number, number>> = { 0.9: 1.2816, 0.95: 1.6449 };

/** What the latency book would say of a source after many runs. */
function usualMs({ medianMs, sigma }: Odds, quantile: number): number {
  const usual = medianMs * Math.exp(sigma * (QUANTILES[quantile] ?? 0));
  return Math.max(SHORTEST_USUAL_MS, usual);
}

interface Result {
  readonly ms: number;
  readonly winner: number | undefined;
  readonly best: number;
  readonly calls: number;
}

const time = createVirtualTime();

async function simulate(
  sources: readonly Odds[],
  fates: readonly Fate[],
  policy: Policy,
): Promise<Result> {
  const startedAt = time.now();
  let calls = 0;
  const contestants = fates.map(({ finds, afterMs }, at): Source => {
    const movie: NonNullable<Source['movie']> = async ({ signal }) => {
      calls += 1;
      const woken = createAsyncQueue<'stopped'>();
      signal.addEventListener('abort', () => woken.push('stopped'), { once: true });
      await woken.next(afterMs);
      if (!finds) throw new NotFoundError('not here');
      return { embeds: [], streams: [stubStream(`s${at}`)] };
    };
    return { id: `s${at}`, name: '', rank: fates.length - at, runsIn: 'anywhere', movie };
  });
  const positionOf = (id: string) => Number(id.slice(1));
  const winner = await runRace({
    media: { type: 'movie', title: 'Dice', releaseYear: 2000, tmdbId: '1' },
    contestants,
    registry: createRegistry({ sources: contestants, embeds: [] }),
    policy,
    latency: {
      record: () => undefined,
      isBroken: () => false,
      usualMs: (id, quantile) => {
        const known = sources[positionOf(id)];
        return known ? usualMs(known, quantile) : SHORTEST_USUAL_MS;
      },
    },
    surroundings: {
      now: time.now,
      elapsed: time.now,
      log: () => undefined,
      // Only probes of what was found come here; the plan does not count them.
      fetch: async (url) => ({
        status: 206,
        finalUrl: url,
        headers: { 'content-type': 'video/mp4' },
        body: '',
      }),
    },
    signal: new AbortController().signal,
    emit: () => undefined,
  });
  return {
    ms: time.now() - startedAt,
    winner: winner && positionOf(winner.sourceId),
    best: fates.findIndex(({ finds, afterMs }) => finds && afterMs <= 10_000),
    calls,
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

async function report({ name, sources }: Profile, policy: Policy, promised: Promised) {
  const random = mulberry32(SEED);
  const results: Promise<Result>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    results.push(
      simulate(
        sources,
        sources.map((each) => rollFate(each, random)),
        policy,
      ),
    );
  }
  await time.run();
  const ended = await Promise.all(results);
  const found = ended.filter(({ winner }) => winner !== undefined);
  const seconds = found.map(({ ms }) => ms / 1_000);
  const [p50, p95] = [quantile(seconds, 0.5), quantile(seconds, 0.95)];
  const kept = found.filter(({ winner, best }) => winner === best).length / found.length;
  const calls = ended.reduce((sum, each) => sum + each.calls, 0) / ended.length;
  const isKept = p50 <= promised.p50 * 1.1 && p95 <= promised.p95 * 1.1;
  const cells = [p50, promised.p50, p50 / promised.p50, p95, promised.p95, p95 / promised.p95];
  const rest = [`${(kept * 100).toFixed(1)} %`, calls.toFixed(1), isKept ? 'within' : 'SLOWER'];
  const texts = [...cells.map((cell) => cell.toFixed(2)), ...rest];
  console.log(`  ${name.padEnd(18)}${texts.map((text) => text.padStart(9)).join('')}`);
}

const HEAD = ['p50 s', 'promised', 'ratio', 'p95 s', 'promised', 'ratio', 'kept', 'calls', '10 %'];
for (const [name, policy, key] of [
  ['P4, as a rule', BALANCED, 'balanced'],
  ['P5, when the viewer ordered the sources', RANK_FIRST, 'rankFirst'],
] as const) {
  console.log(`Time to the stream, ${name} (${RUNS} runs each, virtual time, seed ${SEED})`);
  console.log(`  ${''.padEnd(18)}${HEAD.map((text) => text.padStart(9)).join('')}`);
  for (const profile of PROFILES) await report(profile, policy, profile[key]);
}
