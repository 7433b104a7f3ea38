import { useEffect, useEffectEvent } from 'react';
import type { JourneyDeps } from './play-title.ts';
import { nextOfSource, type OtherStreamsDeps } from './other-streams.ts';
import type { Stage } from './playback-session.ts';
import { scrapeMedia } from './scrape-media.ts';
import { noProgress, scrapeProgress, type ScrapeProgress } from './scrape-progress.ts';
import type { Catch } from './source-picker.ts';
import { foundKey } from './stream-key.ts';
import { SKIPPED, sourcesLeft, type Found, type Watch, type WatchEvent } from './watch-machine.ts';

interface FailoverDeps {
  readonly dispatch: (event: WatchEvent) => void;
  readonly stage: Stage;
  readonly deps: Pick<JourneyDeps, 'scrape'> & OtherStreamsDeps;
}

/**
 * While a stream has failed, the rest of its source is searched, and then the other sources. Another stream goes on at the same
 * second.
 */
export function useFailover(state: Watch, { dispatch, stage, deps }: FailoverDeps): void {
  const failing = state.at === 'failingOver' ? state : undefined;
  // One stream of a source may fail right after another.
  const attempt = failing && `${failing.sourceId} ${failing.key ?? ''}`;

  const failOver = useEffectEvent(async (signal: AbortSignal) => {
    if (!failing) return;
    const isSkipped = failing.error === SKIPPED;
    const own = isSkipped ? undefined : await nextOfSource(failing, deps, signal);
    if (signal.aborted) return;
    const { found, progress } = own
      ? { found: own, progress: failing.progress }
      : await searchLeft(failing, deps.scrape, signal);
    if (signal.aborted) return;
    dispatch({ type: 'failedOver', progress, found });
    if (found) stage.failOverTo(found.stream);
  });

  useEffect(() => {
    if (attempt === undefined) return undefined;
    const life = new AbortController();
    void failOver(life.signal);
    return () => life.abort();
  }, [attempt]);
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
  if (only.length === 0) return { progress: from.progress };
  try {
    for await (const event of scrape(scrapeMedia(from.meta), { signal, only })) {
      progress = scrapeProgress(progress, event);
      if (event.type === 'completed') {
        const { sourceId, stream } = event;
        found = { sourceId, stream, key: foundKey(progress, event) };
      }
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
