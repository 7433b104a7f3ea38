import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRequestError } from '#data/api.ts';

/** A request of an administrator whose failure is shown beside its button. Unmounting aborts it. */
export function useAdminTask() {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const lifetime = useRef<AbortController>(undefined);
  useEffect(() => () => lifetime.current?.abort(), []);

  async function start(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    lifetime.current?.abort();
    const controller = new AbortController();
    lifetime.current = controller;
    setIsBusy(true);
    setError(undefined);
    try {
      await task(controller.signal);
    } catch (failure) {
      if (controller.signal.aborted) return;
      if (!(failure instanceof ApiRequestError)) throw failure;
      const said = failure.failure.is === 'rejected' ? failure.failure.message : undefined;
      setError(said ?? t(($) => $.admin.notLoaded));
    } finally {
      if (!controller.signal.aborted) setIsBusy(false);
    }
  }

  return {
    isBusy,
    error,
    run: (task: (signal: AbortSignal) => Promise<void>) => void start(task),
  };
}
