import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';
import { failureText } from '#i18n/failure-text.ts';

/** Sends an administrator's request. A failure is shown beside the button. Unmounting aborts the request. */
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

/** Returns lines: what happened, what to do, and the server's message if the app has no text for it. */
function errorText(t: TFunction, failure: ApiFailure): string {
  const { text, details, isKnown } = failureText(t, failure);
  const message = failure.is === 'rejected' && !isKnown ? failure.message : undefined;
  return [text, details, message].filter((line) => line !== undefined).join('\n');
}
