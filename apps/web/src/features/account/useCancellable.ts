import { startTransition, useEffect, useRef, useState } from 'react';

/** One piece of work at a time; it ends when its starter gives it up or leaves. */
export function useCancellable() {
  const [isBusy, setIsBusy] = useState(false);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    current.current?.abort();
    const life = new AbortController();
    current.current = life;
    setIsBusy(true);
    try {
      await work(life.signal);
    } catch (error) {
      if (!life.signal.aborted) throw error;
    } finally {
      if (current.current === life && !life.signal.aborted) startTransition(() => setIsBusy(false));
    }
  }

  function cancel(): void {
    current.current?.abort();
    current.current = undefined;
    setIsBusy(false);
  }

  return { isBusy, run, cancel };
}
