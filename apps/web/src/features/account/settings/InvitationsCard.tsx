import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { administration, invitationList, makeInvitation } from '#data/account/invitations.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { useRegistrationMode, useApiRequest } from '../useApiRequest.ts';
import { InvitationRows } from './InvitationRows.tsx';
import styles from './AccountSettings.module.css';

/** Lets administrators create, list and revoke invitations. */
export function InvitationsCard({ sessionId }: { readonly sessionId: string }) {
  const mode = useRegistrationMode();
  const { data: isAdmin } = useQuery({ ...administration(sessionId), enabled: mode === 'invite' });
  return isAdmin === true && mode === 'invite' ? <InvitationList sessionId={sessionId} /> : null;
}

function InvitationList({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(invitationList(sessionId));
  return (
    <SettingsCard
      title={t(($) => $.accountSettings.invitations.title)}
      text={t(($) => $.accountSettings.invitations.text)}
    >
      <NewInvitation sessionId={sessionId} />
      {isFetching && !data && <Spinner label={t(($) => $.accountSettings.invitations.loading)} />}
      {isError && !isFetching && (
        <>
          <FormError text={t(($) => $.accountSettings.invitations.failed)} />
          <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
        </>
      )}
      {data && <InvitationRows invitations={data} sessionId={sessionId} />}
    </SettingsCard>
  );
}

const USES = [1, 2, 5, 10, 25];
const DAYS = [1, 7, 30, 90];

function NewInvitation({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState('7');
  const { isBusy, failure, send } = useApiRequest();

  async function create(signal: AbortSignal): Promise<void> {
    await makeInvitation({ uses: Number(uses), days: Number(days) }, signal);
    await queryClient.invalidateQueries(invitationList(sessionId));
  }

  return (
    <>
      <div className={styles.buttons}>
        <SelectField
          label={t(($) => $.accountSettings.invitations.uses)}
          value={uses}
          onChange={setUses}
          options={USES.map((count) => ({
            value: String(count),
            label: t(($) => $.accountSettings.invitations.accounts, { count }),
          }))}
        />
        <SelectField
          label={t(($) => $.accountSettings.invitations.lifetime)}
          value={days}
          onChange={setDays}
          options={DAYS.map((count) => ({
            value: String(count),
            label: t(($) => $.accountSettings.invitations.days, { count }),
          }))}
        />
        <Button kind="primary" disabled={isBusy} onClick={() => send(create)}>
          {t(($) => $.admin.accounts.invite)}
        </Button>
      </div>
      {failure && <ServerError failure={failure} />}
    </>
  );
}
