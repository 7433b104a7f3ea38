// What the worker keeps: the shell of this version and of the one before, and the latest answers.

const SHELL = 'matinee-shell-';
const LATEST = 'matinee-latest';
/** The tool that the workers of older clients were built with. */
const FORERUNNER = 'workbox-';
const MAX_LATEST = 150;
/** A page that was opened before an update still asks for the parts of its own version. */
const SHELLS_KEPT = 2;
const ANSWER_WITHIN_MS = 6_000;

export async function keepShell(version: string, files: readonly string[]): Promise<void> {
  const shell = await caches.open(SHELL + version);
  await shell.addAll([...files]);
}

/** Also tells whether there was a client before this one. */
export async function hasForerunner(): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith(FORERUNNER));
}

/** Oldest first, as caches are listed. */
export function outdated(names: readonly string[], version: string): string[] {
  const shells = shellsIn(names).filter((name) => name !== SHELL + version);
  const older = shells.slice(0, Math.max(0, shells.length - (SHELLS_KEPT - 1)));
  return names.filter((name) => name.startsWith(FORERUNNER) || older.includes(name));
}

export const newestShell = (names: readonly string[]): string | undefined => shellsIn(names).at(-1);

const shellsIn = (names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(SHELL));

export async function forgetOutdated(version: string): Promise<void> {
  const names = outdated(await caches.keys(), version);
  await Promise.all(names.map((name) => caches.delete(name)));
}

export async function keptOrFetched(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** What the server says now, kept for later; without an answer, what it said last. */
export async function latest(
  request: Request,
  answer: Promise<Response>,
  lasts: (work: Promise<unknown>) => void,
): Promise<Response> {
  try {
    const said = await inTime(answer);
    if (said.status === 200) lasts(keep(request, said.clone()));
    return said;
  } catch {
    const kept = await caches.match(request, { cacheName: LATEST });
    return kept ?? (await caches.match(request)) ?? answer;
  }
}

/** The page from the server, or the one that is kept. */
export async function pageOr(version: string, answer: Promise<Response>): Promise<Response> {
  try {
    return await inTime(answer);
  } catch {
    const shell = await caches.open(SHELL + version);
    return (await shell.match('/index.html')) ?? answer;
  }
}

/** A line that accepts everything and delivers nothing is no better than none. */
function inTime(answer: Promise<Response>): Promise<Response> {
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, ANSWER_WITHIN_MS));
  return Promise.race([answer, late]);
}

/** Anew at the end: what is asked for often is not what is forgotten first. */
async function keep(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(LATEST);
    await cache.delete(request);
    await cache.put(request, answer);
    const kept = await cache.keys();
    const tooMany = kept.slice(0, Math.max(0, kept.length - MAX_LATEST));
    await Promise.all(tooMany.map((old) => cache.delete(old)));
  } catch {
    // A full disk, or an answer that broke off: the page has its own.
  }
}
