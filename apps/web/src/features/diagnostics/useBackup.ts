import { useEffect, useRef, useState } from 'react';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';
import { backUp } from '#data/diagnostics/server.ts';

export type BackupState =
  | { readonly is: 'idle' }
  | { readonly is: 'done'; readonly isVerified: boolean }
  | { readonly is: 'saving' | 'checking'; readonly fraction: number }
  /** `message`: the server's reason, after it has begun. */
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

/** Makes a backup on the server; unmounting cancels it. */
export function useBackup(onMade: () => void) {
  const [state, setState] = useState<BackupState>({ is: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(): Promise<void> {
    const current = new AbortController();
    controller.current = current;
    setState({ is: 'saving', fraction: 0 });
    try {
      for await (const event of backUp(current.signal)) {
        if (event.type === 'progress') setState({ is: event.stage, fraction: event.fraction });
        if (event.type === 'failed') setState({ is: 'failed', message: event.message });
        if (event.type !== 'done') continue;
        setState({ is: 'done', isVerified: event.isVerified });
        onMade();
      }
    } catch (error) {
      if (current.signal.aborted) return;
      // A stream of events breaks off with errors of its own.
      const failure: ApiFailure =
        error instanceof ApiRequestError ? error.failure : { is: 'unreachable' };
      setState({ is: 'failed', failure });
    }
  }

  return {
    state,
    start: () => void start(),
    cancel: () => {
      controller.current?.abort();
      setState({ is: 'idle' });
    },
  };
}
