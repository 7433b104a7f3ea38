// What was begun and not finished, from the stored progress.
import type { MediaType } from '@matinee/shared/media/media';
import {
  episodeToContinue,
  isWorthContinuing,
  progressPercentage,
} from '@matinee/shared/media/progress';
import { tidyPosterUrl } from '#data/catalogue/images.ts';
import type { ProgressItem } from '#data/library/progress.ts';

export interface Unfinished {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly title: string;
  readonly year: number | undefined;
  readonly poster: string | undefined;
  /** 0 to 100. */
  readonly percentage: number;
  /** Of a series: where it was left. */
  readonly episode?: UnfinishedEpisode;
}

interface UnfinishedEpisode {
  readonly seasonId: string;
  readonly episodeId: string;
  readonly season: number;
  readonly number: number;
}

/** Newest first. */
export function unfinished(items: Readonly<Record<string, ProgressItem>>): Unfinished[] {
  return Object.entries(items)
    .toSorted(([, one], [, other]) => other.updatedAt - one.updatedAt)
    .flatMap(([tmdbId, item]) => {
      const place = item.type === 'movie' ? movieLeftAt(item) : episodeLeftAt(item);
      if (!place) return [];
      const { type, title, year } = item;
      return [{ type, tmdbId, title, year, poster: tidyPosterUrl(item.poster), ...place }];
    });
}

type Place = Pick<Unfinished, 'percentage' | 'episode'>;

function movieLeftAt({ progress }: ProgressItem): Place | undefined {
  if (!progress || !isWorthContinuing(progress)) return undefined;
  return { percentage: progressPercentage(progress) };
}

function episodeLeftAt({ episodes, seasons }: ProgressItem): Place | undefined {
  const episode = episodeToContinue(Object.values(episodes), seasons);
  if (!episode) return undefined;
  const { id, seasonId, number, progress } = episode;
  const percentage = progressPercentage(progress);
  // An episode whose season was lost can still be opened by its id.
  const season = seasons[seasonId]?.number ?? 1;
  return { percentage, episode: { seasonId, episodeId: id, season, number } };
}
