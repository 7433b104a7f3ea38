import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { sessionStore } from '#data/session.ts';
import { loadChunk } from '#lib/chunk-load-error.ts';

const SetupHints = lazy(async () => {
  const { SetupHints: component } = await loadChunk(import('./SetupHints.tsx'));
  return { default: component };
});
const AdminHints = lazy(async () => {
  const { AdminHints: component } = await loadChunk(import('./SetupHints.tsx'));
  return { default: component };
});

interface OperatorHintsProps {
  /** Whether the hints are expanded at first. */
  readonly isOpen?: boolean;
}

/** Setup hints for the operator of a site that has only the open collection. Visitors see nothing. */
export function OperatorHints({ isOpen = false }: OperatorHintsProps) {
  const sessionId = useStore(sessionStore, ({ account, backendUrl }) =>
    backendUrl === null ? account?.sessionId : undefined,
  );
  if (!config.OPEN_CATALOGUE) return null;
  const hints = config.IS_OWN_MACHINE ? (
    <SetupHints isOpen={isOpen} />
  ) : (
    sessionId !== undefined && <AdminHints sessionId={sessionId} isOpen={isOpen} />
  );
  return <Suspense>{hints}</Suspense>;
}
