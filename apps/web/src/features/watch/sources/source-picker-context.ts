import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SourcePicker, SourcePickerState } from './source-picker.ts';
import type { WatchState } from '../watch-machine.ts';

interface Sources {
  readonly sources: SourcePicker;
  readonly state: WatchState;
}

/** Serves the source pages inside the player's menu. */
export const SourcesContext = createContext<Sources | null>(null);

export function useSources(): Sources {
  const found = useContext(SourcesContext);
  if (!found) throw new Error('useSources() needs a SourcesContext');
  return found;
}

export function useSourcePickerState(): SourcePickerState {
  return useStore(useSources().sources.store);
}

/** Below `/settings/`, where links of movie-web clients point. */
export const SOURCE_PAGE = 'source';
export const EMBEDS_PAGE = 'source/embeds';
export const VERSIONS_PAGE = 'source/versions';
