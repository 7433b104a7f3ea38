import { useEffect, useRef, useState } from 'react';
import { runChecks, type Check, type CheckResult, type CheckText } from './checks/run-checks.ts';

export interface PanelRun {
  readonly rows: readonly CheckResult[];
  readonly isRunning: boolean;
  /** Every check of the panel has a result. */
  readonly isComplete: boolean;
}

export interface PanelChecks {
  readonly name: string;
  readonly title: CheckText;
  readonly load: (signal: AbortSignal) => Promise<readonly Check[]>;
}

const NOT_RUN: PanelRun = { rows: [], isRunning: false, isComplete: false };
const now = (): number => performance.now();

/** Runs the panels' checks. Each panel can be canceled. Unmounting cancels all. */
export function usePanelRuns() {
  const [runs, setRuns] = useState<Readonly<Record<string, PanelRun>>>({});
  const controllers = useRef(new Map<string, AbortController>());
  const loaded = useRef(new Map<string, readonly Check[]>());
  useEffect(() => {
    const running = controllers.current;
    return () => running.forEach((controller) => controller.abort());
  }, []);

  const runOf = (name: string): PanelRun => runs[name] ?? NOT_RUN;
  const update = (name: string, change: (run: PanelRun) => Partial<PanelRun>): void =>
    setRuns((all) => {
      const before = all[name] ?? NOT_RUN;
      return { ...all, [name]: { ...before, ...change(before) } };
    });

  async function start(name: string, task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    controllers.current.get(name)?.abort();
    const controller = new AbortController();
    controllers.current.set(name, controller);
    update(name, () => ({ isRunning: true }));
    await task(controller.signal);
    if (controllers.current.get(name) === controller) update(name, () => ({ isRunning: false }));
  }

  function run({ name, title, load }: PanelChecks): void {
    void start(name, async (signal) => {
      const checks = await load(signal).catch((error: unknown): readonly Check[] => [
        { id: name, name: title, run: () => Promise.reject(error) },
      ]);
      if (signal.aborted) return;
      loaded.current.set(name, checks);
      const onUpdate = (rows: readonly CheckResult[]): void => update(name, () => ({ rows }));
      update(name, () => ({ isComplete: false }));
      await runChecks(checks, { before: runOf(name).rows, signal, now, onUpdate });
      if (!signal.aborted) update(name, () => ({ isComplete: true }));
    });
  }

  /** Does nothing while the panel runs: disabling the button would lose the focus. */
  function runOne(name: string, id: string): void {
    const checks = (loaded.current.get(name) ?? []).filter((check) => check.id === id);
    const { rows, isRunning } = runOf(name);
    const onUpdate = ([next]: readonly CheckResult[]): void =>
      update(name, (run) => ({
        rows: run.rows.map((row) => (row.id === id && next ? next : row)),
      }));
    if (isRunning) return;
    void start(name, (signal) => runChecks(checks, { before: rows, signal, now, onUpdate }));
  }

  function cancel(name: string): void {
    controllers.current.get(name)?.abort();
    controllers.current.delete(name);
    update(name, ({ rows, isRunning, isComplete }) => ({
      isRunning: false,
      isComplete: isComplete && !isRunning,
      rows: rows.filter(({ outcome }) => outcome.is !== 'running'),
    }));
  }

  /** Removes results that users could mistake for results of something else. */
  function clear(name: string): void {
    cancel(name);
    update(name, () => NOT_RUN);
  }

  return { runs, runOf, run, runOne, cancel, clear };
}
