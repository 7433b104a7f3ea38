// Fetches segments to skip from a service that the operator configures, for videos without other segments.
import type { Fetcher } from '@matinee/sources/source';
import { segmentsOfChapters } from '@matinee/shared/media/chapter-segments';
import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { MAX_SEGMENTS, type Segment, type Timeline } from '@matinee/shared/media/timeline';
import { z } from 'zod';
import { createSingleFlightCache, type Loaded } from '#lib/single-flight-cache.ts';
import type { TitleOfItem } from '#media-library/titles/library-stores.ts';

type PlayedItem = Pick<TitleOfItem, 'tmdbId' | 'season' | 'episodes'>;

/** Adds segments to a timeline that has none. Returns the timeline unchanged if the service knows none. */
export type AddSkipTimes = (
  timeline: Timeline,
  title: PlayedItem | undefined,
  signal: AbortSignal,
) => Promise<Timeline>;

interface SkipTimesOptions {
  /** The service's URL. Unset: no requests. */
  readonly base: string | undefined;
  readonly fetch: Fetcher;
  readonly now: () => number;
}

const KINDS = ['intro', 'recap', 'credits', 'preview'] as const;
const TIMEOUT_MS = 4_000;
const MAX_BYTES = 128 * 1024;
const KNOWN_MS = 24 * 3_600_000;
/** No requests are sent for this long after a failure. */
const FAILED_MS = 5 * 60_000;
const CACHE_BYTES = 2 * 1024 * 1024;
const ENTRY_BYTES = 200;
const SEGMENT_BYTES = 100;
/** Durations of the same cut differ by a smaller share. */
const SAME_CUT = 0.02;

const Count = z.number().nonnegative().catch(0);
const Milliseconds = z.number().nonnegative().nullable();
/** `null` is the start or the end of the video. */
const Entry = z.object({
  start_ms: Milliseconds,
  end_ms: Milliseconds,
  confidence: Count,
  submission_count: Count,
});
type Entry = z.infer<typeof Entry>;
const Entries = z
  .array(z.unknown())
  .max(MAX_SEGMENTS)
  .catch([])
  .transform((all) => all.flatMap((one) => Entry.safeParse(one).data ?? []));
const Reply = z.object({
  /** The duration of the cut that the times belong to. Missing if the service doesn't know it. */
  duration_ms: z.number().positive().nullish().catch(null),
  intro: Entries,
  recap: Entries,
  credits: Entries,
  preview: Entries,
});

/** Speaks the wire format of TheIntroDB's `GET /v3/media`. */
export function createSkipTimes({ base, fetch, now }: SkipTimesOptions): AddSkipTimes {
  const cache = createSingleFlightCache<readonly Segment[]>({
    name: 'skip times',
    maxBytes: CACHE_BYTES,
    bytesOf: (segments) => ENTRY_BYTES + segments.length * SEGMENT_BYTES,
    now,
  });

  async function request(address: URL, signal: AbortSignal): Promise<Loaded<readonly Segment[]>> {
    const duration = Number(address.searchParams.get('duration_ms')) / 1_000;
    try {
      const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal };
      const headers = { accept: 'application/json' };
      const { status, body } = await fetch(address.href, { ...limits, headers });
      if (status === 404) return { value: [], ttlMs: KNOWN_MS };
      if (status !== 200) return { value: [], ttlMs: FAILED_MS };
      return { value: segmentsIn(Reply.parse(JSON.parse(body)), duration), ttlMs: KNOWN_MS };
    } catch {
      signal.throwIfAborted();
      return { value: [], ttlMs: FAILED_MS };
    }
  }

  return async (timeline, title, signal) => {
    const { duration = 0, chapters = [], segments = [] } = timeline;
    const query = title && queryOf(title, duration);
    if (base === undefined || !query || segments.length > 0) return timeline;
    // The player itself converts named chapters to segments.
    if (segmentsOfChapters(chapters, duration).length > 0) return timeline;
    const address = new URL(`${base}/v3/media`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const load = (everyone: AbortSignal) => request(address, everyone);
    const found = await cache.get(address.href, load, signal);
    return found.length === 0 ? timeline : { ...timeline, segments: [...found] };
  };
}

/** Undefined for a local ID, which the service can't know. */
function queryOf(
  { tmdbId, season, episodes }: PlayedItem,
  duration: number,
): Readonly<Record<string, string>> | undefined {
  const id = Number(tmdbId);
  if (duration <= 0 || !Number.isSafeInteger(id) || id <= 0 || id >= FIRST_LOCAL_ID)
    return undefined;
  const common = { tmdb_id: tmdbId, duration_ms: String(Math.round(duration * 1_000)) };
  if (season === null) return common;
  const [episode, ...others] = episodes;
  // Times of one episode don't match a file with several.
  if (episode === undefined || others.length > 0) return undefined;
  return { ...common, season: String(season), episode: String(episode) };
}

/** Returns the most certain entry of each kind. Empty if the entries belong to another cut. */
function segmentsIn(reply: z.infer<typeof Reply>, duration: number): readonly Segment[] {
  const cut = (reply.duration_ms ?? duration * 1_000) / 1_000;
  const found = KINDS.flatMap((kind): Segment[] => {
    const [best] = reply[kind].toSorted(byCertainty);
    if (!best) return [];
    const start = (best.start_ms ?? 0) / 1_000;
    const end = best.end_ms === null ? duration : best.end_ms / 1_000;
    return [{ kind, start, end }];
  });
  const isSame =
    Math.abs(cut - duration) <= duration * SAME_CUT &&
    found.every(({ end }) => end <= duration * (1 + SAME_CUT));
  return isSame
    ? found
        .map((segment) => ({ ...segment, end: Math.min(segment.end, duration) }))
        .filter(({ start, end }) => end > start)
        .toSorted((a, b) => a.start - b.start)
    : [];
}

const byCertainty = (a: Entry, b: Entry): number =>
  b.confidence - a.confidence || b.submission_count - a.submission_count;
