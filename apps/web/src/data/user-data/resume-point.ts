import {
  episodeToContinue,
  isWorthContinuing,
  progressPercentage,
} from '@matinee/shared/media/progress';
import type { ProgressItem } from './progress.ts';

/** Where a title was left. */
export interface Place {
  /** 0 to 100. */
  readonly percentage: number;
  /** Of a series. */
  readonly episode?: EpisodeLeft;
}

export interface EpisodeLeft {
  readonly seasonId: string;
  readonly episodeId: string;
  readonly season: number;
  readonly number: number;
}

/** Undefined when a title was not begun, or is finished. */
export function leftAt(item: ProgressItem): Place | undefined {
  return item.type === 'movie' ? movieLeftAt(item) : episodeLeftAt(item);
}

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
