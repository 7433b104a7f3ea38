const ASKED_AFTER = 3;

/** Counts the episodes that have played to their end since anybody has touched anything. */
export interface Unattended {
  /** One more is over; true when it is time to ask whether anybody still watches. */
  readonly episodeEnded: () => boolean;
  readonly watch: (page: EventTarget) => () => void;
}

export function createUnattended(): Unattended {
  let episodes = 0;
  const forget = () => {
    episodes = 0;
  };
  return {
    episodeEnded: () => {
      episodes += 1;
      return episodes >= ASKED_AFTER;
    },
    watch: (page) => {
      const life = new AbortController();
      for (const input of ['keydown', 'pointerdown', 'wheel'])
        page.addEventListener(input, forget, {
          signal: life.signal,
          capture: true,
          passive: true,
        });
      return () => life.abort();
    },
  };
}
