import type { Invitation } from '@matinee/shared/contract/invitations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationLink, invitationList, revokeInvitation } from '#data/account/invitations.ts';
import { ApiError, type ApiFailure } from '#data/api.ts';
import { copyText } from '#lib/copy-text.ts';
import { regional } from '#lib/format-locale.ts';
import { Button } from '#ui/Button.tsx';
import { ServerFault } from '../FormError.tsx';
import { useCancellable } from '../useCancellable.ts';
import styles from './Invitations.module.css';

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly sessionId: string;
}

/** Shows the uses left, copies the link and revokes the invitation. */
export function InvitationRow({ invitation, sessionId }: InvitationRowProps) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const [isCopied, setIsCopied] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const { isBusy, run } = useCancellable();
  const { code, usesLeft, expiresAt, createdBy } = invitation;
  const format = new Intl.DateTimeFormat(regional(i18n.language), { dateStyle: 'medium' });

  async function revoke(signal: AbortSignal): Promise<void> {
    setFailure(undefined);
    try {
      await revokeInvitation(code, signal);
      await queryClient.invalidateQueries(invitationList(sessionId));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    }
  }

  return (
    <li className={styles.invitation}>
      <div className={styles.about}>
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
        onClick={() => void run(revoke)}
      >
        {t(($) => $.accountSettings.invitations.revoke)}
      </Button>
      {failure && <ServerFault failure={failure} />}
    </li>
  );
}
