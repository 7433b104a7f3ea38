/** A moment that the viewer marks: on the clock of the page and in the film. */
export interface Tap {
  readonly atMs: number;
  readonly time: number;
  readonly rate: number;
}

/** More than the film's time, which is told four times a second, can be wrong by. */
const TOLERANCE_SECONDS = 0.5;

/** Seconds by which a caption that is read at one moment and heard at the other must be shown later. */
export function shiftBetween(heard: Tap, read: Tap): number {
  const byFilm = heard.time - read.time;
  const byClock = ((heard.atMs - read.atMs) / 1_000) * read.rate;
  // The clock is finer, as long as nobody has paused or jumped in between.
  return Math.abs(byClock - byFilm) <= TOLERANCE_SECONDS ? byClock : byFilm;
}
