import { useMemo } from 'react';
import { useStore } from 'zustand';
import { progressStore } from '#data/library/progress.ts';
import { unfinished } from './continue-watching.ts';
import { ContinueWatching } from './ContinueWatching.tsx';
import { WatchNow } from './WatchNow.tsx';

/** The viewer's own titles; a new visitor sees things to watch instead of a void. */
export function HomeLists() {
  const items = useStore(progressStore, ({ items: stored }) => stored);
  const begun = useMemo(() => unfinished(items), [items]);
  return begun.length > 0 ? <ContinueWatching items={begun} /> : <WatchNow />;
}
