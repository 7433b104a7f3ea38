export interface Check {
  readonly id: string;
  readonly name: string;
  /** Resolves to the result in words; rejects with a sentence, or with OptionalMissingError. */
  readonly run: (signal: AbortSignal) => Promise<string>;
}

/** Something optional is missing, which is not a failure. */
export class OptionalMissingError extends Error {
  override name = 'OptionalMissingError';
}

type EndState = 'passed' | 'failed' | 'absent';

export type CheckOutcome =
  | { readonly is: 'running' }
  | { readonly is: EndState; readonly detail: string; readonly ms: number };

export interface CheckResult {
  readonly id: string;
  readonly name: string;
  readonly outcome: CheckOutcome;
  /** Durations of finished runs in milliseconds, latest last. */
  readonly times: readonly number[];
}

/** The chart beside a result cannot show more. */
const MAX_TIMES = 20;

export interface CheckRun {
  /** Results of earlier runs. */
  readonly before?: readonly CheckResult[];
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
  readonly onUpdate: (rows: readonly CheckResult[]) => void;
}

/** Runs all checks at once. Reports nothing after the signal aborts. */
export async function runChecks(checks: readonly Check[], run: CheckRun): Promise<void> {
  const { before = [], signal, now, onUpdate } = run;
  let rows: readonly CheckResult[] = checks.map(({ id, name }) => ({
    id,
    name,
    outcome: { is: 'running' },
    times: before.find((row) => row.id === id)?.times ?? [],
  }));
  onUpdate(rows);
  await Promise.all(
    checks.map(async (check, index) => {
      const startedAt = now();
      const [is, detail] = await resultOf(check, signal);
      if (signal.aborted) return;
      const ms = Math.round(now() - startedAt);
      const outcome: CheckOutcome = { is, detail, ms };
      rows = rows.map((row, other) =>
        other === index ? { ...row, outcome, times: [...row.times, ms].slice(-MAX_TIMES) } : row,
      );
      onUpdate(rows);
    }),
  );
}

async function resultOf({ run }: Check, signal: AbortSignal): Promise<readonly [EndState, string]> {
  try {
    return ['passed', await run(signal)];
  } catch (error) {
    if (error instanceof OptionalMissingError) return ['absent', error.message];
    return ['failed', error instanceof Error ? error.message : String(error)];
  }
}
