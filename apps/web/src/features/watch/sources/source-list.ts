import { type MissCause, SKIPPED_FOR_SPEED } from '@matinee/shared/contract/scrape';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { playbackStore, sourcePreferences } from '#data/preferences/playback.ts';
import {
  type SourceList,
  sourceList,
  type SourceNames,
  sourcesFor,
} from '#data/streams/metadata.ts';
import { sourceName } from '#i18n/source-name.ts';
import { shownStatus } from './scrape-progress.ts';
import { useSources, useSourcePickerState } from './source-picker-context.ts';
import type { SourcePickerState, SourceAttempt } from './source-picker.ts';
import type { WatchState } from '../watch-machine.ts';

export type SourceMark = 'playing' | 'untried' | SourceAttempt;

export interface SourceEntry {
  readonly id: string;
  readonly name: string;
  readonly mark: SourceMark;
  /** The reason why a source that responded has no stream. */
  readonly cause?: MissCause | undefined;
}

interface SearchResults {
  readonly state: WatchState;
  readonly attempts: Readonly<Record<string, SourceAttempt>>;
  readonly causes: SourcePickerState['causes'];
  /** The order that the user prefers. */
  readonly order: readonly string[];
}

export function sourceEntries(list: SourceList, results: SearchResults): readonly SourceEntry[] {
  const { state, attempts, causes, order } = results;
  if (!('meta' in state)) return [];
  return sourcesFor(list, state.meta.type, order).map(({ id, name }) => ({
    id,
    name,
    mark: attempts[id] ?? markOf(state, id),
    cause: attempts[id] === undefined ? causeOf(state, id) : causes[id],
  }));
}

function causeOf(state: WatchState, id: string): MissCause | undefined {
  const mark = markOf(state, id);
  if (!('progress' in state) || (mark !== 'notfound' && mark !== 'failure')) return undefined;
  const source = state.progress.sources.find((one) => one.id === id);
  return [source, ...(source?.embeds ?? [])].flatMap((item) => item?.cause ?? [])[0];
}

function markOf(state: WatchState, id: string): SourceMark {
  if ('sourceId' in state && state.sourceId === id) {
    return state.at === 'playbackError' ? 'failure' : 'playing';
  }
  if (!('progress' in state)) return 'untried';
  if ('failedSources' in state && state.failedSources?.includes(id)) return 'failure';
  const source = state.progress.sources.find((one) => one.id === id);
  if (!source || source.reason === SKIPPED_FOR_SPEED) return 'untried';
  const status = shownStatus(state.progress, source);
  return status === 'notfound' || status === 'failure' ? status : 'untried';
}

/** The next untried source after `after`, wrapping around. */
export function nextSource(
  entries: readonly SourceEntry[],
  after: string,
): SourceEntry | undefined {
  const at = entries.findIndex(({ id }) => id === after);
  const rotated = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))];
  return rotated.find(({ mark }) => mark === 'untried');
}

interface SourceEntries {
  readonly entries: readonly SourceEntry[];
  readonly names: SourceNames;
}

/** Names are in the language of the interface. Undefined while the list loads. */
export function useSourceList(): SourceList | undefined {
  const { t } = useTranslation();
  const list = useQuery(sourceList()).data;
  if (!list) return undefined;
  const named = ([id, name]: readonly [string, string]) =>
    [id, sourceName(t, { id, name })] as const;
  return {
    ...list,
    sources: list.sources.map((source) => ({ ...source, name: sourceName(t, source) })),
    names: new Map([...list.names].map(named)),
  };
}

/** Undefined while the list loads. */
export function useSourceEntries(): SourceEntries | undefined {
  const { state } = useSources();
  const { attempts, causes } = useSourcePickerState();
  const order = useStore(playbackStore, () => sourcePreferences().order);
  const list = useSourceList();
  return (
    list && { entries: sourceEntries(list, { state, attempts, causes, order }), names: list.names }
  );
}

interface SearchedSource {
  /** The source's id. */
  readonly id: string;
  readonly title: string;
  /** Name of the source. */
  readonly name: string;
}

/** Media servers convert their files themselves, if they may. */
const MEDIA_SERVERS: ReadonlySet<string> = new Set(['jellyfin', 'emby']);

const UNPLAYABLE = { audio: 'unplayableAudio', video: 'unplayableVideo' } as const;

/** Returns a function that explains why a source has responded without a stream. */
export function useCauseText(): (cause: MissCause, searched: SearchedSource) => string {
  const { t } = useTranslation();
  return ({ code, format, part }, { id, title, name }) => {
    if (code === 'unplayableFile' && format !== undefined) {
      if (MEDIA_SERVERS.has(id))
        return t(($) => $.watch.notFound.causes.unconverted, { title, name, format });
      if (part) return t(($) => $.watch.notFound.causes[UNPLAYABLE[part]], { title, name, format });
      return t(($) => $.watch.notFound.causes.unplayableFile, { title, name, format });
    }
    const shown = code === 'unplayableFile' ? 'unplayableStreams' : code;
    if (shown === 'unplayableStreams' && format !== undefined) {
      return t(($) => $.watch.notFound.causes.unplayableFormat, { title, name, format });
    }
    return t(($) => $.watch.notFound.causes[shown], { title, name });
  };
}
