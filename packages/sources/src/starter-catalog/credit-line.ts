import type { StarterRights } from './starter-title.ts';

/** The rights as the viewer reads them: the editors' notes to each other are left out. */
export function creditLine({ basis, region }: StarterRights): string {
  const line = basis.replace(/ \(confirm[^)]*\)|; confirm(?=\))/g, '');
  return region === 'world' || line.includes(region) ? line : `${line} (${region})`;
}
