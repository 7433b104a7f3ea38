import type { TFunction } from 'i18next';

/** A text in the language of the interface, which may change after the check has run. */
export type CheckText = (t: TFunction, language: string) => string;

export interface Check {
  readonly id: string;
  readonly name: CheckText;
  /** Resolves to a text for the result. Rejects with one of the errors below if the failure has a text. */
  readonly run: (signal: AbortSignal) => Promise<CheckText>;
}

/** Ends a check without a result, with a text of the app. */
class ErrorWithText extends Error {
  readonly text: CheckText;

  constructor(text: CheckText) {
    super();
    this.text = text;
  }
}

/** A failure with a text of the app. `cause` is the message of another program, in any language. */
export class CheckError extends ErrorWithText {
  override name = 'CheckError';
  override readonly cause: string | undefined;

  constructor(text: CheckText, cause?: string) {
    super(text);
    this.cause = cause;
  }
}

/** A failure with a text that needs no advice: the advice of its panel is for other failures. */
export class AdvisedError extends CheckError {}

/** Something optional is missing, which is not a failure. */
export class OptionalMissingError extends ErrorWithText {
  override name = 'OptionalMissingError';
}

/** Something is turned off or not set up, which is not a failure. Its text needs no advice. */
export class DisabledError extends ErrorWithText {
  override name = 'DisabledError';
}

type CheckEnd =
  | { readonly is: 'passed' | 'notInstalled' | 'off'; readonly detail: CheckText }
  /** Without `detail`, only the message of another program describes the failure. */
  | {
      readonly is: 'failed';
      readonly detail?: CheckText;
      readonly raw?: string;
      readonly isAdvised?: boolean;
    };

export type CheckOutcome = { readonly is: 'running' } | (CheckEnd & { readonly ms: number });

export interface CheckResult {
  readonly id: string;
  readonly name: CheckText;
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
      const end = await resultOf(check, signal);
      if (signal.aborted) return;
      const ms = Math.round(now() - startedAt);
      const outcome: CheckOutcome = { ...end, ms };
      rows = rows.map((row, other) =>
        other === index ? { ...row, outcome, times: [...row.times, ms].slice(-MAX_TIMES) } : row,
      );
      onUpdate(rows);
    }),
  );
}

async function resultOf({ run }: Check, signal: AbortSignal): Promise<CheckEnd> {
  try {
    return { is: 'passed', detail: await run(signal) };
  } catch (error) {
    if (error instanceof OptionalMissingError) return { is: 'notInstalled', detail: error.text };
    if (error instanceof DisabledError) return { is: 'off', detail: error.text };
    if (error instanceof CheckError) {
      const { text: detail, cause: raw } = error;
      const isAdvised = error instanceof AdvisedError;
      return {
        is: 'failed',
        detail,
        ...(raw !== undefined && { raw }),
        ...(isAdvised && { isAdvised }),
      };
    }
    return { is: 'failed', raw: error instanceof Error ? error.message : String(error) };
  }
}
