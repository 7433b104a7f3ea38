// Measures a library of 50,000 movies: the time of the first scan, the time until a restarted server finds a title, the
// cost of searches and lists, and the memory. Usage: node scripts/bench/library-index.ts [files].
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { BUILT_IN_SOURCES } from '../../tests/support/built-in-sources.ts';
import { createTestDatabase } from '../../tests/support/database.ts';
import setup from '../../tests/support/database-server.ts';
import { quantile, row } from './support/statistics.ts';

const FILES = Number(process.argv[2] ?? 50_000);
const FILES_OF_A_FOLDER = 50;
const GOALS = { scanSeconds: 60, firstHitMs: 1_000, searchMs: 30, listMs: 30, memoryMb: 250 };
const QUERIES = 200;
const MIB = 1024 * 1024;
const WORDS =
  'amber autumn bridge candle copper desert distant dragon echo ember falcon garden glass harbor harvest hidden island ivory journey kingdom lantern letter marble meadow midnight mirror morning mountain ocean orchard paper pilot quiet raven river rocket salt shadow silent silver sparrow stone storm summer thunder timber valley velvet violet voyage water whisper window winter wonder';
const words = WORDS.split(' ');

const titleOf = (at: number): string =>
  [at, Math.floor(at / 7), Math.floor(at / 61)]
    .map((each) => words[(each * 31) % words.length] ?? '')
    .join(' ');

const collect = (() => {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  return () => void (typeof gc === 'function' && gc());
})();

async function createFiles(folder: string): Promise<void> {
  for (let at = 0; at < FILES; at += FILES_OF_A_FOLDER) {
    const sub = join(folder, `Movies ${at}`);
    await mkdir(sub);
    const names = Array.from(
      { length: Math.min(FILES_OF_A_FOLDER, FILES - at) },
      (_, each) => `${titleOf(at + each)} ${at + each} (${1950 + ((at + each) % 75)}).mkv`,
    );
    await Promise.all(names.map((name) => writeFile(join(sub, name), name)));
  }
}

const get = async (server: TestApp, path: string): Promise<string> =>
  await (await fetch(`${server.url}${path}`)).text();

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await setTimeout(10);
}

async function timed(count: number, run: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const from = performance.now();
    await run(at);
    times.push(performance.now() - from);
  }
  return times;
}

const search = (server: TestApp, text: string): Promise<string> =>
  get(server, `/catalogue/3/search/multi?query=${encodeURIComponent(text)}`);

/** Returns a title with a missing letter. */
const mistyped = (at: number): string => titleOf(at).replace(/(\w{4})\w/, '$1');

const PEOPLE = 20_000;
const hex = (text: string): string => createHash('md5').update(text).digest('hex');

/** Adds eight people to each title, like notes and TMDB. */
const ADD_PEOPLE = `
  UPDATE library_titles SET people = ARRAY(
    SELECT substr(md5(n::text), 1, 6) || ' ' || substr(md5('x' || n), 1, 8)
    FROM generate_series(0, 7) AS k, LATERAL (SELECT (abs(hashtext(key)::bigint) + k * 7919) % ${PEOPLE}) AS p(n))`;

/** Returns a name with a missing letter. */
const mistypedPerson = (n: number): string =>
  `${hex(String(n)).slice(0, 6)} ${hex(`x${n}`).slice(0, 7)}`;

const stopDatabase = await setup();
const folder = await mkdtemp(join(tmpdir(), 'matinee-bench-'));
const database = await createTestDatabase();
const environment = {
  DATABASE_URL: database.url,
  MEDIA_FOLDERS: folder,
  DISABLED_SOURCES: BUILT_IN_SOURCES,
};
console.log(`${FILES} files; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(2)}`);
await createFiles(folder);

/** Returns the bytes in use: the minimum after several garbage collections, between which requests end. */
async function memory(): Promise<number> {
  let least = Infinity;
  for (let collection = 0; collection < 5; collection += 1) {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
    await setTimeout(200);
  }
  return least;
}

async function isSaved({ deps }: TestApp): Promise<boolean> {
  return (await deps.database.prisma.libraryFile.count()) === FILES;
}

const before = await memory();
const started = performance.now();
const first = await startTestApp(environment);
await until(async () => first.deps.isLibraryComplete());
row('first scan', (performance.now() - started) / 1_000, GOALS.scanSeconds, 's');
await search(first, titleOf(1));
await until(() => isSaved(first));
row('memory', ((await memory()) - before) / MIB, GOALS.memoryMb, 'MB');
const searches = await timed(QUERIES, (at) => search(first, mistyped(at * 17)));
row('search with a typing error, p95', quantile(searches, 0.95), GOALS.searchMs, 'ms');
const lists = await timed(QUERIES, (at) =>
  get(first, `/library/titles?section=movies&sort=title&offset=${at * 60}&limit=60`),
);
row('part of the list, p95', quantile(lists, 0.95), GOALS.listMs, 'ms');
await first.deps.database.query(ADD_PEOPLE, []);
await first.close();

const beforeSecond = await memory();
const second = await startTestApp(environment);
const again = performance.now();
await until(async () => (await search(second, `${titleOf(7)} 7`)).includes(' 7"'));
row('first hit after the next start', performance.now() - again, GOALS.firstHitMs, 'ms');
await until(async () => (await search(second, mistypedPerson(17))).includes('"title"'));
row('memory with people', ((await memory()) - beforeSecond) / MIB, GOALS.memoryMb, 'MB');
const people = await timed(QUERIES, (at) => search(second, mistypedPerson(at * 17)));
row('search for a person, p95', quantile(people, 0.95), GOALS.searchMs, 'ms');
const titles = await timed(QUERIES, (at) => search(second, mistyped(at * 17)));
row('search for a title, p95', quantile(titles, 0.95), GOALS.searchMs, 'ms');
await second.close();

await database.drop();
await rm(folder, { recursive: true });
await stopDatabase();
