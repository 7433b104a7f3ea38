import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';

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
      setError(errorText(t, failure.failure));
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

/** The server's message, or else two lines: what happened and what to do. */
function errorText(t: TFunction, failure: ApiFailure): string {
  if (failure.is !== 'rejected')
    return [
      t(($) => $.auth.errors[failure.is].text),
      t(($) => $.auth.errors[failure.is].details),
    ].join('\n');
  return failure.message ?? t(($) => $.auth.errors.refused.text);
}
