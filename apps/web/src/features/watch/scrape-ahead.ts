// The search for the next episode starts while the current one still plays.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { ScrapeOptions } from '#data/streams/scrape.ts';

type Scrape = (media: ScrapeMedia, options: ScrapeOptions) => AsyncIterable<ScrapeEvent>;

interface Search {
  readonly episode: string;
  readonly life: AbortController;
  readonly events: AsyncIterator<ScrapeEvent>;
  readonly requested: readonly Promise<IteratorResult<ScrapeEvent>>[];
}

export interface ScrapeAhead {
  readonly start: (media: ScrapeMedia, prefer: string | undefined) => void;
  /** Like the `scrape` it is made from; goes on with the search that was started for the same episode. */
  readonly scrape: Scrape;
  readonly stop: () => void;
}

export function createScrapeAhead(scrape: Scrape): ScrapeAhead {
  let started: Search | undefined;

  function stop(): void {
    started?.life.abort();
    started = undefined;
  }

  function take(media: ScrapeMedia): Search | undefined {
    const taken = started;
    if (taken?.episode !== episodeOf(media)) stop();
    started = undefined;
    return taken?.life.signal.aborted === false ? taken : undefined;
  }

  return {
    start: (media, prefer) => {
      stop();
      const life = new AbortController();
      const events = scrape(media, { signal: life.signal, prefer })[Symbol.asyncIterator]();
      // The second event makes a search in the browser begin; its queue, or the connection, holds the others.
      const requested = [events.next(), events.next()];
      for (const one of requested) one.catch(() => undefined);
      started = { episode: episodeOf(media), life, events, requested };
    },
    scrape: async function* (media, options) {
      const ahead = take(media);
      if (!ahead) return yield* scrape(media, options);
      const { life, events, requested } = ahead;
      options.signal.addEventListener('abort', () => life.abort(), { once: true });
      for (const one of requested) {
        const { done, value } = await one;
        if (done) return;
        yield value;
      }
      for (;;) {
        const { done, value } = await events.next();
        if (done) return;
        yield value;
      }
    },
    stop,
  };
}

const episodeOf = (media: ScrapeMedia): string =>
  media.type === 'movie' ? media.tmdbId : `${media.tmdbId} ${media.episode.tmdbId}`;
