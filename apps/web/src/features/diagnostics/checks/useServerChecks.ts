import type { ServerCheckResult, CheckRow } from '@matinee/shared/contract/diagnostics';
import { useEffect, useRef, useState } from 'react';
import { serverChecks } from '#data/diagnostics/server.ts';

export interface ServerRow extends CheckRow {
  readonly key: string;
  readonly isRunning: boolean;
  /** The latest one. */
  readonly result?: ServerCheckResult;
}

export interface ServerRun {
  readonly rows: readonly ServerRow[];
  readonly isRunning: boolean;
  /** The checks could not be run. */
  readonly isBroken: boolean;
  /** Every check has a result, or will have one. */
  readonly isComplete: boolean;
}

export interface ServerChecks extends ServerRun {
  readonly runAll: () => void;
  readonly runOne: (row: ServerRow) => void;
  readonly cancel: () => void;
}

const NOT_RUN: ServerRun = { rows: [], isRunning: false, isBroken: false, isComplete: false };

const keyOf = ({ check, subject = '' }: CheckRow): string => `${check} ${subject}`;

/** Runs the server's checks, one run at a time; unmounting cancels it. */
export function useServerChecks(): ServerChecks {
  const [run, setRun] = useState(NOT_RUN);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(only: Readonly<Record<string, string>>): Promise<void> {
    controller.current?.abort();
    const current = new AbortController();
    controller.current = current;
    const update = (change: (rows: readonly ServerRow[]) => readonly ServerRow[]): void => {
      if (!current.signal.aborted) setRun((all) => ({ ...all, rows: change(all.rows) }));
    };
    setRun(({ rows, isComplete }) => ({ rows, isRunning: true, isBroken: false, isComplete }));
    try {
      for await (const event of serverChecks(only, current.signal)) {
        if (event.type === 'plan') {
          update((rows) => planned(rows, event.rows, only));
          if (Object.keys(only).length === 0) setRun((all) => ({ ...all, isComplete: true }));
        }
        if (event.type === 'result') {
          update((rows) =>
            rows.map((row) =>
              row.key === keyOf(event) ? { ...row, isRunning: false, result: event } : row,
            ),
          );
        }
      }
      end(current, false);
    } catch {
      end(current, true);
    }
  }

  /** Restores the earlier result of each row, and removes rows without one. */
  function end(ended: AbortController, isBroken: boolean): void {
    if (ended.signal.aborted) return;
    ended.abort();
    setRun(({ rows, isComplete }) => ({
      isComplete: isComplete && rows.every(({ result }) => result),
      rows: rows.filter(({ result }) => result).map((row) => ({ ...row, isRunning: false })),
      isRunning: false,
      isBroken,
    }));
  }

  return {
    ...run,
    runAll: () => void start({}),
    runOne: ({ check, subject }) => {
      // Disabling the button would lose the focus.
      if (!run.isRunning) void start(subject === undefined ? { check } : { check, subject });
    },
    cancel: () => {
      if (controller.current) end(controller.current, false);
    },
  };
}

/** Returns the rows of a new run: all of them, or the earlier ones with one that runs again. */
function planned(
  before: readonly ServerRow[],
  plan: readonly CheckRow[],
  only: Readonly<Record<string, string>>,
): readonly ServerRow[] {
  if (Object.keys(only).length === 0)
    return plan.map((row) => ({ ...row, key: keyOf(row), isRunning: true }));
  const started = new Set(plan.map(keyOf));
  return before.map((row) => (started.has(row.key) ? { ...row, isRunning: true } : row));
}
