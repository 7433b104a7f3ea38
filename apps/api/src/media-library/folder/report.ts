import type { FolderIndex } from './folder-index.ts';

const EXAMPLES = 3;

/**
 * Summarizes a scan for the operator: numbers of titles, and files that are not offered, by reason.
 */
export function describeScan(name: string, index: Pick<FolderIndex, 'counts' | 'skipped'>): string {
  const { videos, folders } = index.counts();
  const byReason = Map.groupBy(index.skipped(), ({ reason }) => reason);
  const lines = [...byReason].map(([reason, skipped]) => {
    const examples = skipped.slice(0, EXAMPLES).map(({ path }) => path);
    const more = skipped.length > EXAMPLES ? ', …' : '';
    return `\n  ${skipped.length} not offered: ${reason} (${examples.join(', ')}${more})`;
  });
  return `${name}: ${videos} movies and episodes in ${folders} folders${lines.join('')}`;
}
