// The viewer's own choice: one source, or one of its embeds, is asked alone, and what it finds takes the place of what plays.
import type {
  EmbedOutput,
  EmbedRef,
  MissCause,
  ScrapeEmbedEvent,
  ScrapeError,
  ScrapeSourceEvent,
  SourceOutput,
} from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SourceOutcome } from '#data/streams/report.ts';
import { embedKeys, firstKey } from './stream-key.ts';

export type Trial = 'searching' | 'notfound' | 'failure';

export interface SwitchState {
  /** The source that was asked last: the page of embeds is about it. */
  readonly chosen: string | undefined;
  /** What it offers to choose from. */
  readonly embeds: readonly EmbedRef[];
  /** How sources (by id) and embeds (by address) did when they were asked alone. */
  readonly trials: Readonly<Record<string, Trial>>;
  /** Why those have nothing to play, as far as they say so. */
  readonly causes: Readonly<Record<string, MissCause>>;
}

export interface Catch {
  readonly sourceId: string;
  readonly stream: Stream;
  /** Identifies the stream among those of its source; unset for the first. */
  readonly key?: string | undefined;
}

export interface SwitchRuns {
  readonly runSource: (
    id: string,
    media: ScrapeMedia,
    signal: AbortSignal,
  ) => AsyncIterable<ScrapeSourceEvent>;
  readonly runEmbed: (
    id: string,
    url: string,
    signal: AbortSignal,
  ) => AsyncIterable<ScrapeEmbedEvent>;
}

interface Title {
  readonly media: ScrapeMedia;
  readonly onFound: (found: Catch) => void;
  readonly report: (outcome: SourceOutcome) => void;
}

export interface SourceSwitch {
  readonly store: StoreApi<SwitchState>;
  /** From now on it is this title that is looked for, until that is stopped. */
  readonly open: (title: Title) => () => void;
  /** A stream plays at once, an only embed is asked in turn, of several the viewer chooses. */
  readonly chooseSource: (id: string) => Promise<void>;
  readonly chooseEmbed: (embed: EmbedRef) => Promise<void>;
  readonly cancel: () => void;
}

const untouched: SwitchState = { chosen: undefined, embeds: [], trials: {}, causes: {} };

export function createSourceSwitch({ runSource, runEmbed }: SwitchRuns): SourceSwitch {
  const store = createStore<SwitchState>(() => untouched);
  const inquiry = createInquiry(store);

  async function chooseSource(id: string): Promise<void> {
    store.setState({ chosen: id, embeds: [] });
    const output = await inquiry.ask<SourceOutput>(
      { key: id, providerId: id },
      (media, signal) => runSource(id, media, signal),
      ({ stream }) => stream?.[0],
    );
    if (!output || output.stream?.[0]) return;
    const [only, ...others] = output.embeds;
    if (!only) return inquiry.mark(id, 'notfound');
    store.setState({ embeds: output.embeds });
    if (others.length === 0) await chooseEmbed(only);
  }

  async function chooseEmbed(embed: EmbedRef): Promise<void> {
    const { chosen, embeds } = store.getState();
    if (chosen === undefined) return;
    const { embedId, url } = embed;
    const name = embedKeys(embeds)[embeds.findIndex((one) => one.url === url)];
    const output = await inquiry.ask<EmbedOutput>(
      { key: url, providerId: chosen, embedId, name },
      (_, signal) => runEmbed(embedId, url, signal),
      ({ stream }) => stream[0],
    );
    if (output && !output.stream[0]) inquiry.mark(url, 'notfound');
  }

  return { store, open: inquiry.open, chooseSource, chooseEmbed, cancel: inquiry.cancel };
}

/** Asks one at a time, and keeps how each did. */
function createInquiry(store: StoreApi<SwitchState>) {
  let title: Title | undefined;
  let running = new AbortController();

  function mark(key: string, trial: Trial | undefined, cause?: MissCause): void {
    const { trials, causes } = store.getState();
    store.setState({
      trials: withEntry(trials, key, trial),
      causes: withEntry(causes, key, cause),
    });
  }

  function cancel(): void {
    running.abort();
    running = new AbortController();
    for (const [key, trial] of Object.entries(store.getState().trials)) {
      if (trial === 'searching') mark(key, undefined);
    }
  }

  /** Undefined when it has nothing, or when something else was asked meanwhile. */
  async function ask<O>(
    { key, name, ...who }: Who & { readonly key: string; readonly name?: string | undefined },
    start: (media: ScrapeMedia, signal: AbortSignal) => AsyncIterable<RunEvent<O>>,
    streamOf: (output: O) => Stream | undefined,
  ): Promise<O | undefined> {
    if (!title) return undefined;
    cancel();
    const { signal } = running;
    const { media, report, onFound } = title;
    mark(key, 'searching');
    const end = await endOf(start(media, signal));
    if (signal.aborted) return undefined;
    if (end.type === 'error') {
      const isMiss = end.name === 'NotFoundError';
      mark(key, isMiss ? 'notfound' : 'failure', end.cause);
      report({ ...who, status: isMiss ? 'notfound' : 'failed', errorMessage: end.message });
      return undefined;
    }
    mark(key, undefined);
    const stream = streamOf(end);
    if (stream) {
      report({ ...who, status: 'success' });
      onFound({ sourceId: who.providerId, stream, key: firstKey(stream, name) });
    }
    return end;
  }

  function open(next: Title): () => void {
    title = next;
    return () => {
      cancel();
      title = undefined;
      store.setState(untouched, true);
    };
  }

  return { ask, mark, cancel, open };
}

function withEntry<T>(
  entries: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const others = Object.entries(entries).filter(([other]) => other !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

type Who = Pick<SourceOutcome, 'providerId' | 'embedId'>;
type Ending<O> =
  | (O & { readonly type: 'completed' })
  | (ScrapeError & { readonly type: 'error'; readonly cause?: MissCause | undefined });
type RunEvent<O> = { readonly type: 'update' } | Ending<O>;

async function endOf<O>(events: AsyncIterable<RunEvent<O>>): Promise<Ending<O>> {
  try {
    for await (const event of events) if (event.type !== 'update') return event;
  } catch (error) {
    if (error instanceof Error) return { type: 'error', name: error.name, message: error.message };
  }
  return { type: 'error', name: 'Error', message: 'It ended without an answer' };
}
