import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { backendInfo } from '#data/account/backend.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import { AccountsPanel } from './AccountsPanel.tsx';
import { ErrorsPanel } from './ErrorsPanel.tsx';
import { InvitationsPanel } from './InvitationsPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LivePanel } from './LivePanel.tsx';
import { SourcesPanel } from './SourcesPanel.tsx';
import { TryTitlePanel } from './TryTitlePanel.tsx';
import { useIsAdmin } from './useIsAdmin.ts';

/** Panels that load by themselves, for administrators. */
export function AdminPanels() {
  const sessionId = useStore(sessionStore, ({ account }) => account?.sessionId ?? '');
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...backendInfo(backendUrl()), enabled: isAdmin });
  if (!isAdmin) return null;
  return (
    <>
      <LivePanel />
      <HistoryPanel />
      <SourcesPanel />
      <AccountsPanel />
      {data?.registration === 'invite' && <InvitationsPanel sessionId={sessionId} />}
      <ErrorsPanel />
      <TryTitlePanel />
    </>
  );
}
