import { useEffect, useRef, useState } from 'react';
import { runChecks, type Check, type Row } from './run-checks.ts';

export interface PanelRun {
  readonly rows: readonly Row[];
  readonly isRunning: boolean;
}

export interface PanelChecks {
  readonly name: string;
  readonly title: string;
  readonly load: (signal: AbortSignal) => Promise<readonly Check[]>;
}

const NOT_RUN: PanelRun = { rows: [], isRunning: false };
const now = (): number => performance.now();

/** The runs of all panels of the page. Each is cancelled alone, and all of them when the page is left. */
export function usePanelRuns() {
  const [runs, setRuns] = useState<Readonly<Record<string, PanelRun>>>({});
  const lives = useRef(new Map<string, AbortController>());
  const loaded = useRef(new Map<string, readonly Check[]>());
  useEffect(() => {
    const all = lives.current;
    return () => all.forEach((life) => life.abort());
  }, []);

  const runOf = (name: string): PanelRun => runs[name] ?? NOT_RUN;
  const update = (name: string, change: (run: PanelRun) => Partial<PanelRun>): void =>
    setRuns((all) => {
      const before = all[name] ?? NOT_RUN;
      return { ...all, [name]: { ...before, ...change(before) } };
    });

  async function during(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    lives.current.get(name)?.abort();
    const life = new AbortController();
    lives.current.set(name, life);
    update(name, () => ({ isRunning: true }));
    await work(life.signal);
    if (lives.current.get(name) === life) update(name, () => ({ isRunning: false }));
  }

  function run({ name, title, load }: PanelChecks): void {
    void during(name, async (signal) => {
      const checks = await load(signal).catch((error: unknown): readonly Check[] => [
        { id: title, name: title, run: () => Promise.reject(error) },
      ]);
      if (signal.aborted) return;
      loaded.current.set(name, checks);
      const tell = (rows: readonly Row[]): void => update(name, () => ({ rows }));
      await runChecks(checks, { before: runOf(name).rows, signal, now, tell });
    });
  }

  /** Waits for the other rows: its button keeps its place and the focus. */
  function runOne(name: string, id: string): void {
    const one = (loaded.current.get(name) ?? []).filter((check) => check.id === id);
    const { rows, isRunning } = runOf(name);
    const tell = ([next]: readonly Row[]): void =>
      update(name, (run) => ({
        rows: run.rows.map((row) => (row.id === id && next ? next : row)),
      }));
    if (isRunning) return;
    void during(name, (signal) => runChecks(one, { before: rows, signal, now, tell }));
  }

  function cancel(name: string): void {
    lives.current.get(name)?.abort();
    lives.current.delete(name);
    update(name, ({ rows }) => ({
      isRunning: false,
      rows: rows.filter(({ outcome }) => outcome.is !== 'running'),
    }));
  }

  return { runs, runOf, run, runOne, cancel };
}
