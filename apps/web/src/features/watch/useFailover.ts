import { useEffect, useEffectEvent } from 'react';
import type { JourneyDeps } from './journey.ts';
import type { Stage } from './playback.ts';
import { scrapeMedia } from './scrape-media.ts';
import { noProgress, scrapeProgress, type ScrapeProgress } from './scrape-progress.ts';
import type { Catch } from './source-switch.ts';
import { sourcesLeft, type Found, type Watch, type WatchEvent } from './watch.ts';

interface FailoverDeps {
  readonly dispatch: (event: WatchEvent) => void;
  readonly stage: Stage;
  readonly scrape: JourneyDeps['scrape'];
}

/** While a stream has failed, the other sources are searched; what they have goes on at the same second. */
export function useFailover(state: Watch, { dispatch, stage, scrape }: FailoverDeps): void {
  const failing = state.at === 'failingOver' ? state : undefined;
  const sourceId = failing?.sourceId;

  const failOver = useEffectEvent(async (signal: AbortSignal) => {
    if (!failing) return;
    const { found, progress } = await searchLeft(failing, scrape, signal);
    if (signal.aborted) return;
    dispatch({ type: 'failedOver', progress, found });
    if (found) stage.failOverTo(found.stream);
  });

  useEffect(() => {
    if (sourceId === undefined) return undefined;
    const life = new AbortController();
    void failOver(life.signal);
    return () => life.abort();
  }, [sourceId]);
}

const LAST: ReadonlySet<string> = new Set(['completed', 'noOutput', 'error']);

interface SearchedLeft {
  readonly progress: ScrapeProgress;
  readonly found?: Catch | undefined;
}

async function searchLeft(
  from: Found,
  scrape: JourneyDeps['scrape'],
  signal: AbortSignal,
): Promise<SearchedLeft> {
  let progress = noProgress;
  let found: Catch | undefined;
  const only = sourcesLeft(from);
  try {
    for await (const event of scrape(scrapeMedia(from.meta), { signal, only })) {
      progress = scrapeProgress(progress, event);
      if (event.type === 'completed') found = { sourceId: event.sourceId, stream: event.stream };
      if (LAST.has(event.type)) break;
    }
  } catch {
    // The error of the stream is the one to show. The sources may do better when the viewer asks again.
    return { progress: from.progress };
  }
  return { found, progress: merged(from.progress, progress) };
}

/** The state of all sources; the later of two searches wins. */
const merged = (before: ScrapeProgress, after: ScrapeProgress): ScrapeProgress => ({
  ...before,
  sources: before.sources.map(
    (source) => after.sources.find(({ id }) => id === source.id) ?? source,
  ),
});
