// When an item counts as started, finished, full or worth continuing.

export interface WatchProgress {
  /** Seconds. */
  readonly watched: number;
  /** Seconds; 0 while unknown. */
  readonly duration: number;
}

const STARTED_SECONDS = 20;
const END_SECONDS = 120;
const FULL = 0.9;

export function progressPercentage({ watched, duration }: WatchProgress): number {
  if (!(duration > 0) || !(watched > 0)) return 0;
  return Math.min(100, (watched / duration) * 100);
}

/** An episode list draws a full ring from here on. */
export function isMostlyWatched(progress: WatchProgress): boolean {
  return progressPercentage(progress) > FULL * 100;
}

/** In the credits: the last two minutes, or the last tenth of something so short that two minutes are much of it. */
export function isFinished({ watched, duration }: WatchProgress): boolean {
  if (!(duration > 0)) return false;
  const credits = Math.max(duration * 0.02, Math.min(END_SECONDS, duration * 0.1));
  return duration - watched <= credits;
}

/** Where playback begins: what was finished starts over. */
export function resumeSeconds(progress: WatchProgress | undefined): number {
  if (progress === undefined || isFinished(progress)) return 0;
  return Number.isFinite(progress.watched) && progress.watched > 0 ? progress.watched : 0;
}

/** A film is offered again after 20 seconds of it and until two minutes before its end. */
export function isWorthContinuing({ watched, duration }: WatchProgress): boolean {
  return watched >= STARTED_SECONDS && duration - watched >= END_SECONDS;
}

export interface EpisodeProgress {
  readonly number: number;
  readonly seasonId: string;
  readonly updatedAt: number;
  readonly progress: WatchProgress;
}

export type SeasonNumbers = Readonly<Record<string, { readonly number: number }>>;

/** The episode seen last; a first episode that was only glanced at does not put its series into the list. */
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
