import type { MissCause, ScrapeError } from '@matinee/shared/contract/scrape';
import { shownStatus, type ScrapeItem, type ScrapeProgress } from './scrape-progress.ts';

interface Run {
  readonly path: string;
  readonly isRelay: boolean;
  readonly progress: ScrapeProgress;
  readonly failure?: ScrapeError | undefined;
  /** In the viewer's language. */
  readonly explain: (cause: MissCause, sourceId: string) => string;
}

/** What a viewer copies into a report: where, how, and what became of each source. */
export function scrapeDetails({ path, isRelay, progress, failure, explain }: Run): string {
  const items = progress.sources.flatMap((source) =>
    [{ ...source, status: shownStatus(progress, source) }, ...source.embeds].map((item) => ({
      ...item,
      reason: item.cause ? explain(item.cause, source.id) : item.reason,
    })),
  );
  return [
    `URL - ${path}`,
    `API - ${isRelay}`,
    '',
    ...items.flatMap(itemLines),
    ...(failure ? [`${failure.name}: ${failure.message}`] : []),
  ].join('\n');
}

function itemLines({ id, status, reason, error }: ScrapeItem): string[] {
  return [
    `${id}: ${status}`,
    ...(reason === undefined ? [] : [reason]),
    ...(error === undefined ? [] : [`${error.name}: ${error.message}`]),
  ];
}
