import type { Invitation } from '@matinee/shared/contract/invitations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  invitationLink,
  invitationList,
  makeInvitation,
  revokeInvitation,
} from '#data/account/invitations.ts';
import { formatLocale } from '#i18n/languages.ts';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/Button.tsx';
import { LoadedPanel } from './LoadedPanel.tsx';
import { useAdminTask } from './useAdminTask.ts';
import styles from './AdminPanels.module.css';

/** One account within a week; other numbers are in the settings. */
const USUAL = { uses: 1, days: 7 };

/** Invitations that have not expired. */
export function InvitationsPanel({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery({ ...invitationList(sessionId), retry: false });
  const { isBusy, error, run } = useAdminTask();
  const create = () =>
    run(async (signal) => {
      await makeInvitation(USUAL, signal);
      await queryClient.invalidateQueries(invitationList(sessionId));
    });
  return (
    <LoadedPanel
      title={t(($) => $.admin.accounts.invitations)}
      about={t(($) => $.admin.accounts.aboutInvitations)}
      query={query}
      controls={
        <>
          <div>
            <Button disabled={isBusy} onClick={create}>
              {t(($) => $.admin.accounts.invite)}
            </Button>
          </div>
          {error !== undefined && (
            <p className={styles.failed} role="alert">
              {error}
            </p>
          )}
        </>
      }
    >
      {(invitations) =>
        invitations.length === 0 ? (
          <p>{t(($) => $.accountSettings.invitations.none)}</p>
        ) : (
          <ul className={styles.list} aria-label={t(($) => $.admin.accounts.invitations)}>
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.code}
                invitation={invitation}
                onRevoked={() => queryClient.invalidateQueries(invitationList(sessionId))}
              />
            ))}
          </ul>
        )
      }
    </LoadedPanel>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly onRevoked: () => Promise<void>;
}

function InvitationRow({ invitation, onRevoked }: InvitationRowProps) {
  const { t, i18n } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const { isBusy, error, run } = useAdminTask();
  const { code, usesLeft, expiresAt, createdBy } = invitation;
  const date = new Intl.DateTimeFormat(formatLocale(i18n.language), { dateStyle: 'medium' });
  const revoke = () =>
    run(async (signal) => {
      await revokeInvitation(code, signal);
      await onRevoked();
    });
  return (
    <li className={styles.account}>
      <div className={styles.accountAbout}>
        <p className={styles.message} translate="no">
          <bdi dir="ltr">{code}</bdi>
        </p>
        <p className={styles.facts}>
          <span>
            {usesLeft === 0
              ? t(($) => $.accountSettings.invitations.usedUp)
              : t(($) => $.accountSettings.invitations.left, { count: usesLeft })}
          </span>
          <span>
            {t(($) => $.accountSettings.invitations.until, {
              date: date.format(Date.parse(expiresAt)),
            })}
          </span>
          {createdBy !== null && (
            <span>{t(($) => $.accountSettings.invitations.by, { name: createdBy })}</span>
          )}
        </p>
        {error !== undefined && (
          <p className={styles.failed} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
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
          onClick={revoke}
        >
          {t(($) => $.accountSettings.invitations.revoke)}
        </Button>
      </div>
    </li>
  );
}
