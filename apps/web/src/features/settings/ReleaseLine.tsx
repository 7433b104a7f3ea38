import { useQuery } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { administration } from '#data/account/invitations.ts';
import { newRelease } from '#data/diagnostics/server.ts';
import { closeReleaseNotice, releaseNoticeStore } from '#data/preferences/release-notice.ts';
import { sessionStore } from '#data/session.ts';
import { dayText } from '#i18n/dates.ts';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './ReleaseLine.module.css';

/** Tells administrators of this site's server about a newer release, until they close it for that version. */
export function ReleaseLine() {
  const sessionId = useStore(sessionStore, ({ account, backendUrl }) =>
    backendUrl === null ? (account?.sessionId ?? '') : '',
  );
  const { data: isAdmin } = useQuery({
    ...administration(sessionId),
    enabled: sessionId !== '',
  });
  return isAdmin === true ? <NewVersion sessionId={sessionId} /> : null;
}

function NewVersion({ sessionId }: { readonly sessionId: string }) {
  const { t, i18n } = useTranslation();
  const { data: release } = useQuery(newRelease(sessionId));
  const closed = useStore(releaseNoticeStore, (notice) => notice.closed);
  if (!release || release.version === closed) return null;
  const { version, notes } = release;
  const date = dayText(release.date, i18n.language);
  return (
    <div role="status" className={styles.line}>
      <p>
        {t(($) => $.admin.checks.means.releaseNewer, { version, date })}{' '}
        {notes !== '' && (
          <a href={notes} target="_blank" rel="noreferrer" className={styles.notes}>
            {t(($) => $.admin.checks.releaseNotes)}
            <ExternalLink aria-hidden />
          </a>
        )}
      </p>
      <IconButton label={t(($) => $.actions.close)} onClick={() => closeReleaseNotice(version)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
