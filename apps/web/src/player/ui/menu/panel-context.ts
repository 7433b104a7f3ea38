import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { z } from 'zod';

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

/** Marks the entry of the history that opening has added: closing may go back over it. */
const OPENED = { openedOverlay: true } as const;
const Opened = z.object({ openedOverlay: z.literal(true) });

/** Whether Back closes what is open, and so may be replaced by what was chosen in it. */
export const hasOverlayEntry = (state: unknown): boolean => Opened.safeParse(state).success;

/** What lies open over the film is in the address: it can be linked to, and Back closes it. */
export function useOverlayAddress(): Overlay {
  const location = useLocation();
  const navigate = useNavigate();
  const go = useCallback(
    (path: string | null, how: { replace: boolean; state: unknown }) =>
      void navigate(addressWith(location, path), { ...how, preventScrollReset: true }),
    [location, navigate],
  );
  return useMemo(() => {
    const { search, state } = location;
    const hasEntry = hasOverlayEntry(state);
    const path = new URLSearchParams(search).get('r');
    return {
      path,
      open: (next) => go(next, { replace: path !== null, state: path === null ? OPENED : state }),
      // One entry for all the pages of a menu: Back leaves it, wherever in it one is.
      navigate: (next) => go(next, { replace: true, state }),
      close: () => {
        if (path === null) return;
        if (hasEntry) void navigate(-1);
        else go(null, { replace: true, state: null });
      },
    };
  }, [location, navigate, go]);
}

function addressWith({ pathname, search, hash }: Location, path: string | null) {
  const params = new URLSearchParams(search);
  if (path === null) params.delete('r');
  else params.set('r', path);
  return { pathname, search: params.toString(), hash };
}
