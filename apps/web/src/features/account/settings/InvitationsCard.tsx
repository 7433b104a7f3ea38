import type { Invitation } from '@matinee/shared/contract/invitations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  administration,
  invitationLink,
  invitationList,
  makeInvitation,
  revokeInvitation,
} from '#data/account/invitations.ts';
import { copyText } from '#lib/copy-text.ts';
import { formatLocale } from '#i18n/languages.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { useRegistrationMode, useApiRequest } from '../useApiRequest.ts';
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
      {data?.length === 0 && (
        <p className={styles.none}>{t(($) => $.accountSettings.invitations.none)}</p>
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((invitation) => (
            <InvitationRow key={invitation.code} invitation={invitation} sessionId={sessionId} />
          ))}
        </ul>
      )}
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
          {t(($) => $.accountSettings.invitations.create)}
        </Button>
      </div>
      {failure && <ServerError failure={failure} />}
    </>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly sessionId: string;
}

/** Shows the uses left, copies the link and revokes the invitation. */
function InvitationRow({ invitation, sessionId }: InvitationRowProps) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const [isCopied, setIsCopied] = useState(false);
  const { isBusy, failure, send } = useApiRequest();
  const { code, usesLeft, expiresAt, createdBy } = invitation;
  const format = new Intl.DateTimeFormat(formatLocale(i18n.language), { dateStyle: 'medium' });

  async function revoke(signal: AbortSignal): Promise<void> {
    await revokeInvitation(code, signal);
    await queryClient.invalidateQueries(invitationList(sessionId));
  }

  return (
    <li className={styles.row}>
      <div className={styles.invitationAbout}>
        <p className={styles.code} dir="ltr" translate="no">
          {code}
        </p>
        <p className={styles.facts}>
          <span>
            {usesLeft === 0
              ? t(($) => $.accountSettings.invitations.usedUp)
              : t(($) => $.accountSettings.invitations.left, { count: usesLeft })}
          </span>
          <span>
            {t(($) => $.accountSettings.invitations.until, {
              date: format.format(Date.parse(expiresAt)),
            })}
          </span>
          {createdBy !== null && (
            <span>{t(($) => $.accountSettings.invitations.by, { name: createdBy })}</span>
          )}
        </p>
      </div>
      {usesLeft > 0 && (
        <Button
          aria-label={
            isCopied ? undefined : t(($) => $.accountSettings.invitations.copyNamed, { code })
          }
          onClick={() => void copyText(invitationLink(code)).then(setIsCopied)}
        >
          <span aria-live="polite">
            {isCopied ? t(($) => $.actions.copied) : t(($) => $.accountSettings.invitations.copy)}
          </span>
        </Button>
      )}
      <Button
        kind="danger"
        disabled={isBusy}
        aria-label={t(($) => $.accountSettings.invitations.revokeNamed, { code })}
        onClick={() => send(revoke)}
      >
        {t(($) => $.accountSettings.invitations.revoke)}
      </Button>
      {failure && <ServerError failure={failure} />}
    </li>
  );
}
