import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { newRelease } from '#data/diagnostics/server.ts';
import { sessionStore } from '#data/session.ts';
import { dayText } from '#i18n/dates.ts';
import { Panel } from '../Panel.tsx';
import styles from './ServerChecks.module.css';

/** Tells administrators about a newer release, without running the checks. */
export function ReleaseNotice() {
  const { t, i18n } = useTranslation();
  const sessionId = useStore(sessionStore, ({ account, backendUrl }) =>
    backendUrl === null ? (account?.sessionId ?? '') : '',
  );
  const { data: release } = useQuery({ ...newRelease(sessionId), enabled: sessionId !== '' });
  if (!release) return null;
  const { version, notes } = release;
  const date = dayText(release.date, i18n.language);
  return (
    <Panel title={t(($) => $.admin.checks.names.release)} isWide>
      <p role="status">{t(($) => $.admin.checks.means.releaseNewer, { version, date })}</p>
      {notes !== '' && (
        <>
          <p>{t(($) => $.admin.checks.fixes.releaseNewer)}</p>
          <a href={notes} target="_blank" rel="noreferrer" className={styles.manual}>
            {t(($) => $.admin.checks.releaseNotes)}
            <ExternalLink aria-hidden />
          </a>
        </>
      )}
    </Panel>
  );
}
