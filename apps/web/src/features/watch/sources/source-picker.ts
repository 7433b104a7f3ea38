// Manual selection: searches one source or embed, and its stream replaces the current one.
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

export type SourceAttempt = 'searching' | 'notfound' | 'failure';

export interface SourcePickerState {
  /** The last chosen source, which the embed page shows. */
  readonly chosen: string | undefined;
  readonly embeds: readonly EmbedRef[];
  /** Results of sources (by id) and embeds (by URL). */
  readonly attempts: Readonly<Record<string, SourceAttempt>>;
  /** Reported causes of failed attempts, by the same keys. */
  readonly causes: Readonly<Record<string, MissCause>>;
}

export interface PickedStream {
  readonly sourceId: string;
  readonly stream: Stream;
  /** Identifies the stream within its source; undefined for the first one. */
  readonly key?: string | undefined;
}

interface RunOptions {
  readonly signal: AbortSignal;
  /** Skips the cached result, because the viewer has searched it before. */
  readonly isFresh?: boolean | undefined;
}

export interface SourceRunners {
  readonly runSource: (
    id: string,
    media: ScrapeMedia,
    options: RunOptions,
  ) => AsyncIterable<ScrapeSourceEvent>;
  readonly runEmbed: (
    id: string,
    url: string,
    options: RunOptions,
  ) => AsyncIterable<ScrapeEmbedEvent>;
}

interface PickerTitle {
  readonly media: ScrapeMedia;
  readonly onFound: (found: PickedStream) => void;
  readonly report: (outcome: SourceOutcome) => void;
}

export interface SourcePicker {
  readonly store: StoreApi<SourcePickerState>;
  /** Sets the title to search for. Returns a function that resets the picker. */
  readonly open: (title: PickerTitle) => () => void;
  /** Plays a direct stream, or searches a single embed. If there are several embeds, the user chooses. */
  readonly chooseSource: (id: string) => Promise<void>;
  readonly chooseEmbed: (embed: EmbedRef) => Promise<void>;
  readonly cancel: () => void;
}

const initialState: SourcePickerState = { chosen: undefined, embeds: [], attempts: {}, causes: {} };

export function createSourcePicker({ runSource, runEmbed }: SourceRunners): SourcePicker {
  const store = createStore<SourcePickerState>(() => initialState);
  const runner = createRunner(store);

  async function chooseSource(id: string): Promise<void> {
    store.setState({ chosen: id, embeds: [] });
    const output = await runner.run<SourceOutput>(
      { key: id, providerId: id },
      (media, options) => runSource(id, media, options),
      ({ stream }) => stream?.[0],
    );
    if (!output || output.stream?.[0]) return;
    const [only, ...others] = output.embeds;
    if (!only) return runner.mark(id, 'notfound');
    store.setState({ embeds: output.embeds });
    if (others.length === 0) await chooseEmbed(only);
  }

  async function chooseEmbed(embed: EmbedRef): Promise<void> {
    const { chosen, embeds } = store.getState();
    if (chosen === undefined) return;
    const { embedId, url } = embed;
    const name = embedKeys(embeds)[embeds.findIndex((one) => one.url === url)];
    const output = await runner.run<EmbedOutput>(
      { key: url, providerId: chosen, embedId, name },
      (_, options) => runEmbed(embedId, url, options),
      ({ stream }) => stream[0],
    );
    if (output && !output.stream[0]) runner.mark(url, 'notfound');
  }

  return { store, open: runner.open, chooseSource, chooseEmbed, cancel: runner.cancel };
}

/** Runs one search at a time and stores its result. */
function createRunner(store: StoreApi<SourcePickerState>) {
  let title: PickerTitle | undefined;
  let running = new AbortController();
  const searched = new Set<string>();

  function mark(key: string, attempt: SourceAttempt | undefined, cause?: MissCause): void {
    const { attempts, causes } = store.getState();
    store.setState({
      attempts: withEntry(attempts, key, attempt),
      causes: withEntry(causes, key, cause),
    });
  }

  function cancel(): void {
    running.abort();
    running = new AbortController();
    for (const [key, attempt] of Object.entries(store.getState().attempts)) {
      if (attempt === 'searching') mark(key, undefined);
    }
  }

  /** Undefined if nothing was found, or if another run has started. */
  async function run<O>(
    {
      key,
      name,
      ...provider
    }: ProviderRef & { readonly key: string; readonly name?: string | undefined },
    start: (media: ScrapeMedia, options: RunOptions) => AsyncIterable<RunEvent<O>>,
    streamOf: (output: O) => Stream | undefined,
  ): Promise<O | undefined> {
    if (!title) return undefined;
    cancel();
    const { signal } = running;
    const { media, report, onFound } = title;
    mark(key, 'searching');
    const isFresh = searched.has(key);
    searched.add(key);
    const end = await resultOf(start(media, { signal, isFresh }));
    if (signal.aborted) return undefined;
    if (end.type === 'error') {
      const isMiss = end.name === 'NotFoundError';
      mark(key, isMiss ? 'notfound' : 'failure', end.cause);
      report({ ...provider, status: isMiss ? 'notfound' : 'failed', errorMessage: end.message });
      return undefined;
    }
    mark(key, undefined);
    const stream = streamOf(end);
    if (stream) {
      report({ ...provider, status: 'success' });
      onFound({ sourceId: provider.providerId, stream, key: firstKey(stream, name) });
    }
    return end;
  }

  function open(next: PickerTitle): () => void {
    title = next;
    return () => {
      cancel();
      title = undefined;
      searched.clear();
      store.setState(initialState, true);
    };
  }

  return { run, mark, cancel, open };
}

function withEntry<T>(
  entries: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const others = Object.entries(entries).filter(([other]) => other !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

type ProviderRef = Pick<SourceOutcome, 'providerId' | 'embedId'>;
type RunResult<O> =
  | (O & { readonly type: 'completed' })
  | (ScrapeError & { readonly type: 'error'; readonly cause?: MissCause | undefined });
type RunEvent<O> = { readonly type: 'update' } | RunResult<O>;

async function resultOf<O>(events: AsyncIterable<RunEvent<O>>): Promise<RunResult<O>> {
  try {
    for await (const event of events) if (event.type !== 'update') return event;
  } catch (error) {
    if (error instanceof Error) return { type: 'error', name: error.name, message: error.message };
  }
  return { type: 'error', name: 'Error', message: 'The source ended without a result' };
}
