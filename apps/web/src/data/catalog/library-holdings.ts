// Checks which of the shown titles the site's own library can play.
import { checkLibraryTitles } from '@matinee/shared/contract/library';
import { tmdbKind, type MediaType } from '@matinee/shared/media/media';
import { createStore } from 'zustand/vanilla';
import { siteOrigin } from '#config.ts';
import { call } from '#data/api.ts';
import { sessionStore } from '#data/session.ts';

interface Holdings {
  /** Keys of titles that the library holds. */
  readonly held: ReadonlySet<string>;
}

interface HeldSubject {
  readonly type: MediaType;
  readonly tmdbId: string;
}

export const holdingsStore = createStore<Holdings>(() => ({ held: new Set() }));

export const holdingKey = ({ type, tmdbId }: HeldSubject): string => `${tmdbKind(type)}/${tmdbId}`;

/** The contract's limit. */
const MAX_TITLES = 500;
/** Waits for the other cards of a page. */
const COLLECT_MS = 50;

let requested = new Set<string>();
let waiting = new Set<string>();

/** Checks a title on the server, once for each account, together with others that appear at the same time. */
export function checkHolding(key: string): void {
  if (requested.has(key) || !/^\w+\/\d+$/.test(key)) return;
  requested.add(key);
  waiting.add(key);
  if (waiting.size === 1) setTimeout(() => void send(), COLLECT_MS);
}

async function send(): Promise<void> {
  const keys = [...waiting];
  waiting = new Set();
  for (let at = 0; at < keys.length; at += MAX_TITLES)
    await sendPart(keys.slice(at, at + MAX_TITLES));
}

async function sendPart(keys: readonly string[]): Promise<void> {
  const titles = keys.map((key) => {
    const [kind, id] = key.split('/');
    return { kind: kind === 'tv' ? ('tv' as const) : ('movie' as const), id: Number(id) };
  });
  const round = requested;
  try {
    const found = await call(checkLibraryTitles, { body: { titles } }, { server: siteOrigin });
    // The account has changed in the meantime.
    if (round !== requested) return;
    const keysFound = found.titles.map(({ kind, id }) => `${kind}/${id}`);
    holdingsStore.setState(({ held }) => ({ held: new Set([...held, ...keysFound]) }));
  } catch {
    // The next page with these titles retries.
    for (const key of keys) round.delete(key);
  }
}

// Another account may hold more.
sessionStore.subscribe((session, before) => {
  if (session.account?.userId === before.account?.userId) return;
  requested = new Set();
  holdingsStore.setState({ held: new Set() });
});
