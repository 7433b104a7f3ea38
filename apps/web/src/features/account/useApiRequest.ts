import { startTransition, useEffect, useRef, useState } from 'react';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';
import type { RegistrationMode } from '@matinee/shared/contract/meta';
import { useQuery } from '@tanstack/react-query';
import { backendInfo } from '#data/account/backend.ts';
import { backendUrl } from '#data/session.ts';

/** Runs one task at a time; a new task, `cancel` and unmounting abort it. */
export function useCancellable() {
  const [isBusy, setIsBusy] = useState(false);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function run(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    current.current?.abort();
    const lifetime = new AbortController();
    current.current = lifetime;
    setIsBusy(true);
    try {
      await task(lifetime.signal);
    } catch (error) {
      if (!lifetime.signal.aborted) throw error;
    } finally {
      if (current.current === lifetime && !lifetime.signal.aborted)
        startTransition(() => setIsBusy(false));
    }
  }

  function cancel(): void {
    current.current?.abort();
    current.current = undefined;
    setIsBusy(false);
  }

  return { isBusy, run, cancel };
}

/** Runs a cancellable request to the account server. The caller shows its failure; other errors are thrown. */
export function useApiRequest() {
  const { isBusy, run, cancel } = useCancellable();
  const [failure, setFailure] = useState<ApiFailure>();

  function send(request: (signal: AbortSignal) => Promise<void>): void {
    void run(async (signal) => {
      setFailure(undefined);
      try {
        await request(signal);
      } catch (error) {
        if (!(error instanceof ApiRequestError)) throw error;
        setFailure(error.failure);
      }
    });
  }

  return { isBusy, failure, send, cancel };
}

/** `open` until the account server responds. */
export function useRegistrationMode(): RegistrationMode {
  const address = backendUrl();
  const { data } = useQuery({ ...backendInfo(address), enabled: address !== undefined });
  return data?.registration ?? 'open';
}
