import { useEffect, useRef, useState } from 'react';
import { restore, type RestoreSource, type RestoreStep } from '#data/diagnostics/restore.ts';

/** Undefined before it starts. */
export type RestoreProgress = RestoreStep | undefined;

/** Runs a restore; unmounting stops its upload. */
export function useRestore() {
  const [step, setStep] = useState<RestoreProgress>(undefined);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function run(source: RestoreSource): Promise<void> {
    const current = new AbortController();
    controller.current = current;
    for await (const next of restore(source, current.signal)) setStep(next);
  }

  return { step, start: (source: RestoreSource) => void run(source) };
}
