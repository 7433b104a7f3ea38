import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { invitationList, makeInvitation } from '#data/account/invitations.ts';
import { sessionStore } from '#data/session.ts';
import { ServerError } from '#features/account/FormError.tsx';
import { InvitationRows } from '#features/account/settings/InvitationRows.tsx';
import { useApiRequest } from '#features/account/useApiRequest.ts';
import { AdminInfoScreen } from '#features/diagnostics/AdminInfoScreen.tsx';
import { LoadedPanel } from '#features/diagnostics/LoadedPanel.tsx';
import { Button } from '#ui/Button.tsx';
import styles from './AdminInfoPage.module.css';

export function AdminInfoPage() {
  return <AdminInfoScreen invitations={<InvitationsPanel />} />;
}

const RELOAD_MS = 15_000;

/** One account within a week. The settings offer other numbers. */
const USUAL = { uses: 1, days: 7 };

/** Invitations that have not expired. */
export function InvitationsPanel() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const sessionId = useStore(sessionStore, ({ account }) => account?.sessionId ?? '');
  const query = useQuery({
    ...invitationList(sessionId),
    refetchInterval: RELOAD_MS,
    retry: false,
  });
  const { isBusy, failure, send } = useApiRequest();

  async function create(signal: AbortSignal): Promise<void> {
    await makeInvitation(USUAL, signal);
    await queryClient.invalidateQueries(invitationList(sessionId));
  }

  return (
    <LoadedPanel
      title={t(($) => $.admin.accounts.invitations)}
      about={t(($) => $.admin.accounts.aboutInvitations)}
      query={query}
      controls={
        <>
          <div>
            <Button disabled={isBusy} onClick={() => send(create)}>
              {t(($) => $.admin.accounts.invite)}
            </Button>
          </div>
          {failure && <ServerError failure={failure} />}
        </>
      }
    >
      {(invitations) => (
        <div className={styles.invitations}>
          <InvitationRows invitations={invitations} sessionId={sessionId} />
        </div>
      )}
    </LoadedPanel>
  );
}
