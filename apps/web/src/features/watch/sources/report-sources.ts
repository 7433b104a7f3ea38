// The results of a search for the metrics: each source after its embeds, without undecided ones.
import { SKIPPED_FOR_SPEED } from '@matinee/shared/contract/scrape';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { isRelayId } from '#data/streams/metadata.ts';
import { reportSearch, type SourceOutcome } from '#data/streams/report.ts';
import {
  shownStatus,
  type ScrapeItem,
  type ScrapeProgress,
  type ScrapeSource,
  type ScrapeStatus,
} from './scrape-progress.ts';

const STATUSES: Partial<Record<ScrapeStatus, SourceOutcome['status']>> = {
  success: 'success',
  notfound: 'notfound',
  failure: 'failed',
};
const MAX_ERROR_LENGTH = 2_000;

export function reportSources(meta: PlaybackMeta, progress: ScrapeProgress): Promise<void> {
  return reportSearch(meta, sourceOutcomes(progress));
}

export function sourceOutcomes(progress: ScrapeProgress): readonly SourceOutcome[] {
  // Privacy: relays that the user has added are not reported.
  const sources = progress.sources.filter(({ id }) => !isRelayId(id));
  return sources.flatMap((source) => {
    const { id: providerId, embeds } = source;
    const embedOutcomes = embeds.flatMap((embed) =>
      outcome(embed, { providerId, embedId: embed.scraperId }),
    );
    if (isUndecided(source)) return embedOutcomes;
    const status = shownStatus(progress, source);
    return [...embedOutcomes, ...outcome({ ...source, status }, { providerId })];
  });
}

/** A skipped source may have the title: it was only slower. */
const isSkipped = ({ reason }: ScrapeItem) => reason === SKIPPED_FOR_SPEED;

/** True if there is no stream yet and at least one embed was skipped. */
function isUndecided({ embeds }: ScrapeSource): boolean {
  return embeds.some(isSkipped) && !embeds.some(({ status }) => status === 'success');
}

function outcome(
  item: ScrapeItem,
  provider: Pick<SourceOutcome, 'providerId' | 'embedId'>,
): readonly SourceOutcome[] {
  const status = STATUSES[item.status];
  if (status === undefined || isSkipped(item)) return [];
  return [{ ...provider, status, ...errorOf(item) }];
}

function errorOf({ reason, error }: ScrapeItem): Pick<SourceOutcome, 'errorMessage' | 'fullError'> {
  const message = reason ?? error?.message;
  return {
    ...(message === undefined ? {} : { errorMessage: message.slice(0, MAX_ERROR_LENGTH) }),
    // Stack traces never leave the relay.
    ...(error ? { fullError: `${error.name}: ${error.message}`.slice(0, MAX_ERROR_LENGTH) } : {}),
  };
}
