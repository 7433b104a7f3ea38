import {
  CHECK_CODES,
  type CheckCode,
  type CheckEvent,
  type CheckFacts,
  type ServerCheckResult,
  type CheckRow,
} from '@matinee/shared/contract/diagnostics';
import { createAsyncQueue } from '@matinee/shared/lib/async-queue';
import { reason } from '#database/errors.ts';
import { createSemaphore } from '#http/semaphore.ts';

/** The result of a check. Facts never contain secrets or text from other servers. */
export interface Finding {
  readonly code: CheckCode;
  readonly facts?: CheckFacts;
}

export interface ServerCheck extends CheckRow {
  /** Default: 15 s. */
  readonly timeoutMs?: number;
  readonly run: (signal: AbortSignal) => Promise<Finding>;
}

const TIMEOUT_MS = 15_000;
/** Limits for all administrators together, and for each, to save the server's time for viewers. */
const AT_ONCE = 6;
const AT_ONCE_EACH = 4;

export interface ServerCheckRun {
  /** The account that runs the checks. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Runs checks and yields each result as it arrives. Breaking the loop cancels the rest. */
export type RunChecks = (
  checks: readonly ServerCheck[],
  run: ServerCheckRun,
) => AsyncGenerator<CheckEvent, void, undefined>;

export interface CheckRunnerOptions {
  /** Milliseconds. */
  readonly elapsed: () => number;
  /** Logs the error of a check that throws. */
  readonly warn: (message: string) => void;
}

export function createCheckRunner({ elapsed, warn }: CheckRunnerOptions): RunChecks {
  const slots = createSemaphore('checks', AT_ONCE, AT_ONCE_EACH);
  return async function* runChecks(checks, { owner, signal }) {
    yield { type: 'plan', rows: checks.map(rowOf) };
    const left = new AbortController();
    const ended = AbortSignal.any([signal, left.signal]);
    const results = createAsyncQueue<ServerCheckResult | undefined>();
    // Wake the loop when the checks are canceled.
    const cancel = (): void => results.push(undefined);
    ended.addEventListener('abort', cancel, { once: true });
    for (const check of checks) {
      slots.acquire(owner, ended).then(
        async (release) => {
          const startedAt = elapsed();
          const finding = await findingOf(check, { ended, warn }).finally(release);
          const ms = Math.round(elapsed() - startedAt);
          results.push(resultOf(check, finding, ms));
        },
        () => undefined,
      );
    }
    try {
      for (let count = 0; count < checks.length; count += 1) {
        const result = await results.next();
        if (ended.aborted || !result) return;
        yield { type: 'result', ...result };
      }
      yield { type: 'end' };
    } finally {
      left.abort();
    }
  };
}

async function findingOf(
  check: ServerCheck,
  { ended, warn }: { readonly ended: AbortSignal } & Pick<CheckRunnerOptions, 'warn'>,
): Promise<Finding> {
  const { timeoutMs = TIMEOUT_MS } = check;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([ended, timeout]);
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  // Stop waiting after an abort, because some libraries can't be canceled.
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([check.run(signal), aborted.promise]);
  } catch (error) {
    if (timeout.aborted) return { code: 'timedOut', facts: { limitMs: timeoutMs } };
    if (!ended.aborted) warn(`the check “${check.check}” failed: ${reason(error)}`);
    return { code: 'failed', facts: { reason: errorCode(error) } };
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const rowOf = ({ check, subject, name }: CheckRow): CheckRow => ({
  check,
  ...(subject !== undefined && { subject }),
  ...(name !== undefined && { name }),
});

const resultOf = (
  check: CheckRow,
  { code, facts = {} }: Finding,
  ms: number,
): ServerCheckResult => ({
  ...rowOf(check),
  status: CHECK_CODES[code],
  code,
  ms,
  facts,
});

/** Returns the code or kind of an error. Its message may contain an address or a password. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return errorCode(error.cause);
  return 'code' in error && typeof error.code === 'string' && /^\w{3,40}$/.test(error.code)
    ? error.code
    : error.name;
}
