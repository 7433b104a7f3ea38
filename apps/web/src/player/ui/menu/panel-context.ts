import { createContext, useContext } from 'react';

/** What lies open over the film. Where that is written down (the address) is not the player's business. */
export interface Overlay {
  /** Such as `/settings/quality`; null when nothing is open. */
  readonly path: string | null;
  readonly open: (path: string) => void;
  /** From one page of what is open to another. */
  readonly navigate: (path: string) => void;
  readonly close: () => void;
}

export const OverlayContext = createContext<Overlay | null>(null);

/** Null where nothing can be opened. */
export function useOverlay(): Overlay | null {
  return useContext(OverlayContext);
}
