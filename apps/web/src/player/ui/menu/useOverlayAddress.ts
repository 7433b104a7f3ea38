import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { z } from 'zod';
import type { Overlay } from './panel-context.ts';

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
