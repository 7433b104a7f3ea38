import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SourceSwitch, SwitchState } from './source-picker.ts';
import type { Watch } from './watch-machine.ts';

interface Sources {
  readonly sources: SourceSwitch;
  readonly state: Watch;
}

/** For the source pages inside the player's menu. */
export const SourcesContext = createContext<Sources | null>(null);

export function useSources(): Sources {
  const found = useContext(SourcesContext);
  if (!found) throw new Error('useSources() needs a SourcesContext');
  return found;
}

export function useSwitchState(): SwitchState {
  return useStore(useSources().sources.store);
}

/** Below `/settings/`, as earlier clients link to them. */
export const SOURCE_PAGE = 'source';
export const EMBEDS_PAGE = 'source/embeds';
