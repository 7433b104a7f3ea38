import type { Invitation } from '@matinee/shared/contract/invitations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationLink, invitationList, revokeInvitation } from '#data/account/invitations.ts';
import { dateFormat } from '#i18n/dates.ts';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/Button.tsx';
import { ServerError } from '../FormError.tsx';
import { useApiRequest } from '../useApiRequest.ts';
import styles from './AccountSettings.module.css';

interface InvitationRowsProps {
  readonly invitations: readonly Invitation[];
  readonly sessionId: string;
}

/** Invitations in the settings and on the diagnostics page. */
export function InvitationRows({ invitations, sessionId }: InvitationRowsProps) {
  const { t } = useTranslation();
  if (invitations.length === 0)
    return <p className={styles.note}>{t(($) => $.accountSettings.invitations.none)}</p>;
  return (
    <ul className={styles.list} aria-label={t(($) => $.accountSettings.invitations.title)}>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.code} invitation={invitation} sessionId={sessionId} />
      ))}
    </ul>
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
  const format = dateFormat(i18n.language, 'medium');

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
