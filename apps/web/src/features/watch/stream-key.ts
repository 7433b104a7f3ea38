// Names the streams of a source. Their addresses do not: they may be signed anew each time that the source is asked.
import { SKIPPED_FOR_SPEED, type EmbedRef } from '@matinee/shared/contract/scrape';
import type { Stream } from '@matinee/shared/media/stream';
import type { ScrapeProgress } from './scrape-progress.ts';

/** Each with the number among its namesakes: `a:0`, `b:0`, `a:1`. */
function numbered(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name);
    return `${name}:${before.length}`;
  });
}

/** In the order given; `embed` is undefined for streams that the source gives itself. */
export const streamKeys = (
  streams: readonly Pick<Stream, 'id'>[],
  embed?: string,
): readonly string[] => numbered(streams.map(({ id }) => id)).map((id) => `${embed ?? ''}#${id}`);

export const firstKey = (stream: Pick<Stream, 'id'>, embed?: string): string =>
  `${embed ?? ''}#${stream.id}:0`;

export const isOfEmbed = (stream: string, embed: string): boolean => stream.startsWith(`${embed}#`);

export const embedKeys = (embeds: readonly EmbedRef[]): readonly string[] =>
  numbered(embeds.map(({ embedId }) => embedId));

interface Ending {
  readonly sourceId: string;
  readonly embedId?: string | undefined;
  readonly stream: Pick<Stream, 'id'>;
}

/** The stream with which a search has ended. */
export function foundKey(progress: ScrapeProgress, { sourceId, embedId, stream }: Ending): string {
  if (embedId === undefined) return firstKey(stream);
  const won = keyedEmbeds(progress, sourceId).find(
    ({ item }) => item.scraperId === embedId && item.status === 'success',
  );
  return firstKey(stream, won?.key ?? `${embedId}:0`);
}

/** The embeds of a source that a search has asked in vain. */
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
