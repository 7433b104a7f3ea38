// Stable keys for the streams of a source. URLs are not stable: sources may sign them anew for each request.
import { SKIPPED_FOR_SPEED, type EmbedRef } from '@matinee/shared/contract/scrape';
import type { Stream } from '@matinee/shared/media/stream';
import type { ScrapeProgress } from './scrape-progress.ts';

/** Numbers equal names: `a:0`, `b:0`, `a:1`. */
function numbered(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name);
    return `${name}:${before.length}`;
  });
}

/** `embed` is undefined for a source's direct streams. */
export const streamKeys = (
  streams: readonly Pick<Stream, 'id'>[],
  embed?: string,
): readonly string[] => numbered(streams.map(({ id }) => id)).map((id) => `${embed ?? ''}#${id}`);

export const firstKey = (stream: Pick<Stream, 'id'>, embed?: string): string =>
  `${embed ?? ''}#${stream.id}:0`;

export const isOfEmbed = (stream: string, embed: string): boolean => stream.startsWith(`${embed}#`);

export const embedKeys = (embeds: readonly EmbedRef[]): readonly string[] =>
  numbered(embeds.map(({ embedId }) => embedId));

interface CompletedSearch {
  readonly sourceId: string;
  readonly embedId?: string | undefined;
  readonly stream: Pick<Stream, 'id'>;
}

/** Key of the stream that a search has found. */
export function foundKey(
  progress: ScrapeProgress,
  { sourceId, embedId, stream }: CompletedSearch,
): string {
  if (embedId === undefined) return firstKey(stream);
  const won = keyedEmbeds(progress, sourceId).find(
    ({ item }) => item.scraperId === embedId && item.status === 'success',
  );
  return firstKey(stream, won?.key ?? `${embedId}:0`);
}

/** Keys of the source's embeds that had no stream. */
export function missedEmbeds(progress: ScrapeProgress, sourceId: string): ReadonlySet<string> {
  const missed = keyedEmbeds(progress, sourceId).filter(
    ({ item: { status, reason } }) =>
      (status === 'notfound' || status === 'failure') && reason !== SKIPPED_FOR_SPEED,
  );
  return new Set(missed.map(({ key }) => key));
}

function keyedEmbeds({ sources }: ScrapeProgress, sourceId: string) {
  const items = sources.find(({ id }) => id === sourceId)?.embeds ?? [];
  const keys = numbered(items.map(({ scraperId }) => scraperId));
  return items.map((item, at) => ({ item, key: keys[at] ?? '' }));
}
