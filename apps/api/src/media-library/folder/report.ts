import type { FolderIndex } from './folder-index.ts';

const EXAMPLES = 3;

/** For an operator who wonders where a film is: what is there, and what is not offered, by reason. */
export function report(name: string, index: Pick<FolderIndex, 'counts' | 'refusals'>): string {
  const { videos, folders } = index.counts();
  const byReason = Map.groupBy(index.refusals(), ({ reason }) => reason);
  const lines = [...byReason].map(([reason, refusals]) => {
    const examples = refusals.slice(0, EXAMPLES).map(({ path }) => path);
    const more = refusals.length > EXAMPLES ? ', …' : '';
    return `\n  ${refusals.length} not offered: ${reason} (${examples.join(', ')}${more})`;
  });
  return `${name}: ${videos} films and episodes in ${folders} folders${lines.join('')}`;
}
