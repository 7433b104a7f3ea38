import { judgeRow, type Taken } from './judge.ts';
import { Refusal } from './refusal.ts';
import { selectionOf } from './selection.ts';
import type { Source } from './source.ts';
import type { Raw, Step } from './step.ts';
import { stepsAt } from './steps/all.ts';
import { createTally, remark, type Tally } from './tally.ts';
import { IMPORT_LOCK, type Target } from './target.ts';
import { writePage } from './write.ts';

export interface AdoptOptions {
  readonly source: Source;
  /** Undefined, or with `isDryRun`: everything is read and judged, nothing written. */
  readonly target: Target | undefined;
  readonly isDryRun: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ends the import after the page in hand. */
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

export interface Outcome {
  readonly layout: string;
  readonly isDryRun: boolean;
  /** False: it was stopped; running it again does the rest. */
  readonly isComplete: boolean;
  readonly tables: readonly Tally[];
}

const TOLD_EVERY_PAGES = 10;

/** Copies everything, page by page, each in a transaction of its own. Doing it again changes nothing. */
export async function adopt(options: AdoptOptions): Promise<Outcome> {
  const { source, target, isDryRun, signal, progress } = options;
  if (target && (await source.isTarget(IMPORT_LOCK))) {
    throw new Refusal(
      'The source is the database that would be imported into: give the address of the old one.',
    );
  }
  if (!isDryRun) await target?.prepare();
  progress(`the source has the ${source.layout.name} layout`);
  const tables: Tally[] = [];
  for (const step of stepsAt(options.now)) {
    const selection = selectionOf(step, source.layout);
    if (selection === undefined) {
      if (source.layout.tables.has(step.name))
        progress(`${step.name}: columns not known, left out`);
      continue;
    }
    if (signal.aborted) break;
    const tally = createTally(step.name, isDryRun);
    tables.push(tally);
    await copy(step, selection, tally, options);
    progress(`${step.name}: ${tally.read} read`);
  }
  return { layout: source.layout.name, isDryRun, isComplete: !signal.aborted, tables };
}

async function copy(
  step: Step,
  selection: string,
  tally: Tally,
  { source, target, isDryRun, signal, progress }: AdoptOptions,
): Promise<void> {
  let pages = 0;
  for await (const page of source.pages(selection)) {
    const taken = judgePage(step, page, tally);
    if (target && !isDryRun && taken.length > 0) await writePage(step, taken, tally, target);
    pages += 1;
    if (pages % TOLD_EVERY_PAGES === 0) progress(`${step.name}: ${tally.read} read so far`);
    if (signal.aborted) return;
  }
}

function judgePage(step: Step, page: readonly Raw[], tally: Tally): readonly Taken[] {
  const taken: Taken[] = [];
  for (const raw of page) {
    const mends = new Set<string>();
    const judged = judgeRow(step, raw, { mend: (what) => mends.add(what) });
    for (const row of judged) {
      tally.read += 1;
      if ('refused' in row) remark(tally.skipped, row.refused, row.label);
      else taken.push(row);
    }
    const mended = judged.find((row) => !('refused' in row));
    if (!mended) continue;
    for (const mend of mends) remark(tally.mended, mend, mended.label);
  }
  tally.taken += taken.length;
  return taken;
}
