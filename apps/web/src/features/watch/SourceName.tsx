import { useSources } from './source-picker-context.ts';
import { useSourceEntries } from './useSourceEntries.ts';

/** Where what plays comes from. */
export function SourceName() {
  const { state } = useSources();
  const listed = useSourceEntries();
  if (!('sourceId' in state)) return null;
  return listed?.names.get(state.sourceId) ?? state.sourceId;
}
