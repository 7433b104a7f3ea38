// Rules for watch progress: which titles count as started, finished or worth continuing.

export interface WatchProgress {
  /** Seconds. */
  readonly watched: number;
  /** Seconds. 0 while unknown. */
  readonly duration: number;
}

const STARTED_SECONDS = 20;
const END_SECONDS = 120;
const FULL = 0.9;

export function progressPercentage({ watched, duration }: WatchProgress): number {
  if (!(duration > 0) || !(watched > 0)) return 0;
  return Math.min(100, (watched / duration) * 100);
}

/** Returns whether episode lists show a full ring. */
export function isMostlyWatched(progress: WatchProgress): boolean {
  return progressPercentage(progress) > FULL * 100;
}

/** Returns true in the credits: the last two minutes, or the last tenth of short titles. */
export function isFinished({ watched, duration }: WatchProgress): boolean {
  if (!(duration > 0)) return false;
  const credits = Math.max(duration * 0.02, Math.min(END_SECONDS, duration * 0.1));
  return duration - watched <= credits;
}

/** Returns the start position. Finished titles start over. */
export function resumeSeconds(progress: WatchProgress | undefined): number {
  if (progress === undefined || isFinished(progress)) return 0;
  return Number.isFinite(progress.watched) && progress.watched > 0 ? progress.watched : 0;
}

/** Returns true from 20 seconds after the start until two minutes before the end. */
export function isResumable({ watched, duration }: WatchProgress): boolean {
  return watched >= STARTED_SECONDS && duration - watched >= END_SECONDS;
}

interface EpisodeProgress {
  readonly number: number;
  readonly seasonId: string;
  readonly updatedAt: number;
  readonly progress: WatchProgress;
}

type SeasonNumbers = Readonly<Record<string, { readonly number: number }>>;

/** Returns the last watched episode. A first episode counts only after 20 seconds. */
export function episodeToContinue<E extends EpisodeProgress>(
  episodes: readonly E[],
  seasons: SeasonNumbers,
): E | undefined {
  return episodes
    .filter((episode) => {
      const isFirst = episode.number === 1 && seasons[episode.seasonId]?.number === 1;
      return !isFirst || episode.progress.watched >= STARTED_SECONDS;
    })
    .toSorted((one, other) => other.updatedAt - one.updatedAt)[0];
}
