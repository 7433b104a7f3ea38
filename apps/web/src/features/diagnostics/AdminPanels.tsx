import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { administration } from '#data/account/invitations.ts';
import { sessionStore } from '#data/session.ts';
import { ErrorsPanel } from './ErrorsPanel.tsx';

/** Panels that load by themselves, for administrators. */
export function AdminPanels() {
  const sessionId = useStore(sessionStore, ({ account }) => account?.sessionId ?? '');
  const { data: isAdmin } = useQuery({ ...administration(sessionId), enabled: sessionId !== '' });
  if (isAdmin !== true) return null;
  return <ErrorsPanel />;
}
