import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SourceSwitch, SwitchState } from './source-picker.ts';
import type { Watch } from './watch-machine.ts';

interface Sources {
  readonly sources: SourceSwitch;
  readonly state: Watch;
}

/** What the pages of sources and embeds are about; they lie inside the player, which knows nothing of either. */
export const SourcesContext = createContext<Sources | null>(null);

export function useSources(): Sources {
  const found = useContext(SourcesContext);
  if (!found) throw new Error('Sources are shown on the page of a title only');
  return found;
}

export function useSwitchState(): SwitchState {
  return useStore(useSources().sources.store);
}
