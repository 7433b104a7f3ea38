/** What happened to a kind of rows, for one reason. */
export interface Remark {
  readonly reason: string;
  count: number;
  /** Which rows, by their ids: the first twenty. */
  readonly examples: string[];
}

export interface Tally {
  readonly name: string;
  read: number;
  taken: number;
  /** New in ours; null where nothing is written. */
  added: number | null;
  /** There before, and brought up to date. */
  changed: number | null;
  readonly skipped: Map<string, Remark>;
  /** Taken, but not with everything that they had. */
  readonly mended: Map<string, Remark>;
}

const MAX_EXAMPLES = 20;

export const createTally = (name: string, isDryRun: boolean): Tally => ({
  name,
  read: 0,
  taken: 0,
  added: isDryRun ? null : 0,
  changed: isDryRun ? null : 0,
  skipped: new Map(),
  mended: new Map(),
});

export function remark(remarks: Map<string, Remark>, reason: string, label: string): void {
  const known = remarks.get(reason) ?? { reason, count: 0, examples: [] };
  known.count += 1;
  if (known.examples.length < MAX_EXAMPLES) known.examples.push(label);
  remarks.set(reason, known);
}

export const sum = (remarks: ReadonlyMap<string, Remark>): number =>
  [...remarks.values()].reduce((total, { count }) => total + count, 0);
