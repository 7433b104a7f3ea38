// What a search says of the sources that were asked: each source after its embeds, as far as the search has decided.
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
const LONGEST_ERROR = 2_000;

export function reportOutcomes(meta: PlaybackMeta, progress: ScrapeProgress): Promise<void> {
  return reportSearch(meta, outcomes(progress));
}

export function outcomes(progress: ScrapeProgress): readonly SourceOutcome[] {
  // Which relay a viewer has named is not the operator's business.
  const sources = progress.sources.filter(({ id }) => !isRelayId(id));
  return sources.flatMap((source) => {
    const { id: providerId, embeds } = source;
    const ofEmbeds = embeds.flatMap((embed) =>
      outcome(embed, { providerId, embedId: embed.scraperId }),
    );
    if (isUndecided(source)) return ofEmbeds;
    const status = shownStatus(progress, source);
    return [...ofEmbeds, ...outcome({ ...source, status }, { providerId })];
  });
}

/** Who was only slower than another may well have the title. */
const isSkipped = ({ reason }: ScrapeItem) => reason === SKIPPED_FOR_SPEED;

/** A source without a stream, one of whose embeds was not waited for. */
function isUndecided({ embeds }: ScrapeSource): boolean {
  return embeds.some(isSkipped) && !embeds.some(({ status }) => status === 'success');
}

function outcome(
  item: ScrapeItem,
  who: Pick<SourceOutcome, 'providerId' | 'embedId'>,
): readonly SourceOutcome[] {
  const status = STATUSES[item.status];
  if (status === undefined || isSkipped(item)) return [];
  return [{ ...who, status, ...whyOf(item) }];
}

function whyOf({ reason, error }: ScrapeItem): Pick<SourceOutcome, 'errorMessage' | 'fullError'> {
  const message = reason ?? error?.message;
  return {
    ...(message === undefined ? {} : { errorMessage: message.slice(0, LONGEST_ERROR) }),
    // Stack traces never leave the relay.
    ...(error ? { fullError: `${error.name}: ${error.message}`.slice(0, LONGEST_ERROR) } : {}),
  };
}
