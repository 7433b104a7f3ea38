import { useEffect, useRef, useState } from 'react';
import { backUp } from '#data/diagnostics/server.ts';

export type BackupState =
  | { readonly is: 'idle' | 'done' }
  | { readonly is: 'saving' | 'checking'; readonly fraction: number }
  | { readonly is: 'failed'; readonly message: string };

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
        setState({ is: 'done' });
        onMade();
      }
    } catch (error) {
      if (current.signal.aborted) return;
      setState({ is: 'failed', message: error instanceof Error ? error.message : String(error) });
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
