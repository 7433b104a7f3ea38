// Tests that a person asked for: all of a panel at once, each of which may fail alone.

export interface Check {
  readonly id: string;
  readonly name: string;
  /** The result in words; rejects with a sentence about what is wrong, or with Absent. */
  readonly run: (signal: AbortSignal) => Promise<string>;
}

/** Something optional is missing, which is no failure. */
export class Absent extends Error {
  override name = 'Absent';
}

type EndState = 'passed' | 'failed' | 'absent';

export type Outcome =
  | { readonly is: 'running' }
  | { readonly is: EndState; readonly detail: string; readonly ms: number };

export interface Row {
  readonly id: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** Milliseconds of the latest runs that ended, the latest last. */
  readonly times: readonly number[];
}

/** Of one row; more would not be told apart at its size. */
const KEPT = 20;

export interface CheckRun {
  /** What is known of earlier runs. */
  readonly before?: readonly Row[];
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
  readonly tell: (rows: readonly Row[]) => void;
}

/** What has not ended when the signal aborts is told no more. */
export async function runChecks(checks: readonly Check[], run: CheckRun): Promise<void> {
  const { before = [], signal, now, tell } = run;
  let rows: readonly Row[] = checks.map(({ id, name }) => ({
    id,
    name,
    outcome: { is: 'running' },
    times: before.find((row) => row.id === id)?.times ?? [],
  }));
  tell(rows);
  await Promise.all(
    checks.map(async (check, at) => {
      const startedAt = now();
      const [is, detail] = await resultOf(check, signal);
      if (signal.aborted) return;
      const ms = Math.round(now() - startedAt);
      const outcome: Outcome = { is, detail, ms };
      rows = rows.map((row, place) =>
        place === at ? { ...row, outcome, times: [...row.times, ms].slice(-KEPT) } : row,
      );
      tell(rows);
    }),
  );
}

async function resultOf({ run }: Check, signal: AbortSignal): Promise<readonly [EndState, string]> {
  try {
    return ['passed', await run(signal)];
  } catch (error) {
    if (error instanceof Absent) return ['absent', error.message];
    return ['failed', error instanceof Error ? error.message : String(error)];
  }
}
