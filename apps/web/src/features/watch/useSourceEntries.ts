import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { playbackStore, sourcePreferences } from '#data/preferences/playback.ts';
import { sourceList, type SourceNames } from '#data/streams/metadata.ts';
import { sourceEntries, type SourceEntry } from './source-list.ts';
import { useSources, useSwitchState } from './source-picker-context.ts';

interface Listed {
  readonly entries: readonly SourceEntry[];
  readonly names: SourceNames;
}

/** Undefined while the list is on its way. */
export function useSourceEntries(): Listed | undefined {
  const { state } = useSources();
  const { trials, causes } = useSwitchState();
  const order = useStore(playbackStore, () => sourcePreferences().order);
  const list = useQuery(sourceList()).data;
  return (
    list && { entries: sourceEntries(list, { state, trials, causes, order }), names: list.names }
  );
}
