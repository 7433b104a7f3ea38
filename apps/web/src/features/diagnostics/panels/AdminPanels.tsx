import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { backendInfo } from '#data/account/backend.ts';
import { backendUrl } from '#data/session.ts';
import { AccountsPanel } from './AccountsPanel.tsx';
import { ErrorsPanel } from './ErrorsPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LivePanel } from './LivePanel.tsx';
import { PanelBoundary } from '../PanelBoundary.tsx';
import { SourcesPanel } from './SourcesPanel.tsx';
import { TryTitlePanel } from './TryTitlePanel.tsx';
import { useIsAdmin } from '../useIsAdmin.ts';

interface AdminPanelsProps {
  /** Shown if accounts need an invitation. */
  readonly invitations: ReactNode;
}

/** Panels that load by themselves, for administrators. */
export function AdminPanels({ invitations }: AdminPanelsProps) {
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...backendInfo(backendUrl()), enabled: isAdmin });
  if (!isAdmin) return null;
  return (
    <>
      <PanelBoundary>
        <LivePanel />
      </PanelBoundary>
      <PanelBoundary>
        <HistoryPanel />
      </PanelBoundary>
      <PanelBoundary>
        <SourcesPanel />
      </PanelBoundary>
      <PanelBoundary>
        <AccountsPanel />
      </PanelBoundary>
      {data?.registration === 'invite' && <PanelBoundary>{invitations}</PanelBoundary>}
      <PanelBoundary>
        <ErrorsPanel />
      </PanelBoundary>
      <PanelBoundary>
        <TryTitlePanel />
      </PanelBoundary>
    </>
  );
}
