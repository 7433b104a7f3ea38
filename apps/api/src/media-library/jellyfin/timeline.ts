// Reads an item's chapters, and the segments that viewers may want to skip.
import {
  MAX_CHAPTERS,
  MAX_SEGMENTS,
  type Chapter,
  type Segment,
  type Timeline,
} from '@matinee/shared/media/timeline';
import {
  fetchFromServer,
  type BoundFetch,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import { z } from 'zod';

const TIMEOUT_MS = 10_000;
const TICKS_A_SECOND = 10_000_000;
const KINDS: Readonly<Record<string, Segment['kind']>> = {
  Intro: 'intro',
  Recap: 'recap',
  Outro: 'credits',
  Preview: 'preview',
};
const MAX_TITLE = 200;

const Ticks = z.number().nonnegative();
const Rows = z.array(z.unknown()).catch([]);
const Segments = z.object({ Items: Rows });
const SegmentRow = z.object({ Type: z.string(), StartTicks: Ticks, EndTicks: Ticks });
const Item = z.object({
  Id: z.string(),
  Chapters: Rows,
  RunTimeTicks: Ticks.optional().catch(undefined),
});
const Items = z.object({ Items: z.array(z.unknown()) });
/** Emby marks the intro and the credits as chapters. */
const ChapterRow = z.object({
  StartPositionTicks: Ticks,
  Name: z.string().nullish().catch(null),
  MarkerType: z.string().catch('Chapter'),
});
type ChapterRow = z.infer<typeof ChapterRow>;

/** Fetches chapters and segments. Leaves out those that fail. Jellyfin has segments since 10.10. */
export async function fetchTimeline(
  fetch: BoundFetch,
  server: MediaServer,
  itemId: string,
): Promise<Timeline> {
  const get = (path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    fetchFromServer(fetch, server, path, { query, timeoutMs: TIMEOUT_MS }).catch(() => undefined);
  const [segments, items] = await Promise.all([
    server.product === 'jellyfin' ? get(`/MediaSegments/${itemId}`) : undefined,
    get('/Items', { ids: itemId, fields: 'Chapters', enableImages: 'false' }),
  ]);
  const item = itemIn(items, itemId);
  return {
    chapters: chaptersOf(item),
    segments: server.product === 'jellyfin' ? segmentsIn(segments) : markedSegments(item),
    ...(item?.RunTimeTicks && { duration: item.RunTimeTicks / TICKS_A_SECOND }),
  };
}

/** Finds the item, because a server that ignores the filter sends others, too. */
function itemIn(json: unknown, itemId: string): z.infer<typeof Item> | undefined {
  const rows = Items.safeParse(json).data?.Items ?? [];
  return rows.flatMap((row) => Item.safeParse(row).data ?? []).find(({ Id }) => Id === itemId);
}

/** Returns segments in order. Leaves out empty segments and those of other kinds. */
function segmentsIn(json: unknown): Segment[] {
  const found = (Segments.safeParse(json).data?.Items ?? []).flatMap((row): Segment[] => {
    const { Type = '', StartTicks = 0, EndTicks = 0 } = SegmentRow.safeParse(row).data ?? {};
    const kind = KINDS[Type];
    if (kind === undefined || EndTicks <= StartTicks) return [];
    return [{ kind, start: StartTicks / TICKS_A_SECOND, end: EndTicks / TICKS_A_SECOND }];
  });
  return found.toSorted((a, b) => a.start - b.start).slice(0, MAX_SEGMENTS);
}

const rowsOf = (item: z.infer<typeof Item> | undefined): ChapterRow[] =>
  (item?.Chapters ?? [])
    .flatMap((row) => ChapterRow.safeParse(row).data ?? [])
    .toSorted((a, b) => a.StartPositionTicks - b.StartPositionTicks);

function chaptersOf(item: z.infer<typeof Item> | undefined): Chapter[] {
  return rowsOf(item)
    .filter(({ MarkerType }) => MarkerType === 'Chapter')
    .map(({ Name, StartPositionTicks }) => ({
      start: StartPositionTicks / TICKS_A_SECOND,
      title: (Name ?? '').slice(0, MAX_TITLE),
    }))
    .slice(0, MAX_CHAPTERS);
}

/** Converts Emby's markers. The credits last until the end. */
function markedSegments(item: z.infer<typeof Item> | undefined): Segment[] {
  const startOf = (type: string): number | undefined => {
    const row = rowsOf(item).find(({ MarkerType }) => MarkerType === type);
    return row && row.StartPositionTicks / TICKS_A_SECOND;
  };
  const end = item?.RunTimeTicks === undefined ? undefined : item.RunTimeTicks / TICKS_A_SECOND;
  return [
    { kind: 'intro' as const, start: startOf('IntroStart'), end: startOf('IntroEnd') },
    { kind: 'credits' as const, start: startOf('CreditsStart'), end },
  ].flatMap(({ kind, start, end: until }) =>
    start !== undefined && until !== undefined && start < until
      ? [{ kind, start, end: until }]
      : [],
  );
}
