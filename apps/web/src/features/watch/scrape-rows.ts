// The rows of the progress screen, in the order in which they glide past.
import type { SourceNames } from '#data/streams/metadata.ts';
import {
  shownStatus,
  type ScrapeItem,
  type ScrapeProgress,
  type ScrapeStatus,
} from './scrape-progress.ts';

export interface ReelRow {
  readonly id: string;
  readonly name: string;
  /** Tells embeds of one name apart, from 1; an only one needs none. */
  readonly number?: number;
  readonly kind: 'source' | 'embed';
  readonly status: ScrapeStatus;
  readonly percentage: number;
  /** From 1; of the source that the row belongs to. */
  readonly sourcePosition: number;
}

export function reelRows(
  progress: ScrapeProgress,
  names: SourceNames | undefined,
): readonly ReelRow[] {
  // A name that has not arrived yet, or that an old list lacks, is no reason to wait.
  const nameOf = (id: string) => names?.get(id) ?? id;
  return progress.sources.flatMap((source, index) => {
    const sourcePosition = index + 1;
    const { id, percentage } = source;
    const status = shownStatus(progress, source);
    const row = {
      id,
      name: nameOf(id),
      status,
      percentage,
      sourcePosition,
      kind: 'source' as const,
    };
    const embeds = source.embeds.map((embed) => ({
      id: embed.id,
      name: nameOf(embed.scraperId),
      ...numberAmong(source.embeds, embed),
      status: embed.status,
      percentage: embed.percentage,
      sourcePosition,
      kind: 'embed' as const,
    }));
    return [row, ...embeds];
  });
}

function numberAmong(embeds: readonly ScrapeItem[], embed: ScrapeItem): { number?: number } {
  const namesakes = embeds.filter(({ scraperId }) => scraperId === embed.scraperId);
  return namesakes.length > 1 ? { number: namesakes.indexOf(embed) + 1 } : {};
}

/** The row under the marker; before anything has started the first one waits there. */
export function currentItem(
  rows: readonly ReelRow[],
  { current }: ScrapeProgress,
): { readonly row: ReelRow | undefined; readonly position: number } {
  const position = rows.findIndex((row) => row.id === current);
  return { row: rows[position], position: Math.max(0, position) };
}

/** `Archive item 2`. */
export function fullName({ name, number }: ReelRow): string {
  return number === undefined ? name : `${name} ${number}`;
}
