import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { z } from 'zod';

/** The panel that is open over the video. The page decides where to store its path. */
export interface Overlay {
  /** Such as `/settings/quality`; null when nothing is open. */
  readonly path: string | null;
  readonly open: (path: string) => void;
  /** Replaces one page of the panel with another. */
  readonly navigate: (path: string) => void;
  readonly close: () => void;
}

export const OverlayContext = createContext<Overlay | null>(null);

/** Null where no panels are supported. */
export function useOverlay(): Overlay | null {
  return useContext(OverlayContext);
}

/** Marks a history entry that opening the panel has added, so that closing it may go back. */
const OPENED = { openedOverlay: true } as const;
const Opened = z.object({ openedOverlay: z.literal(true) });

/** True when Back closes the panel. */
export const hasOverlayEntry = (state: unknown): boolean => Opened.safeParse(state).success;

/** Stores the open panel in the URL: it can be linked to, and Back closes it. */
export function useOverlayAddress(): Overlay {
  const location = useLocation();
  const navigate = useNavigate();
  const go = useCallback(
    (path: string | null, how: { replace: boolean; state: unknown }) =>
      // Avoids a transition, which could end only after a response has closed the panel again.
      void navigate(addressWith(location, path), {
        ...how,
        preventScrollReset: true,
        flushSync: true,
      }),
    [location, navigate],
  );
  return useMemo(() => {
    const { search, state } = location;
    const hasEntry = hasOverlayEntry(state);
    const path = new URLSearchParams(search).get('r');
    return {
      path,
      open: (next) => go(next, { replace: path !== null, state: path === null ? OPENED : state }),
      // All pages of a menu share one history entry, which Back leaves.
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
