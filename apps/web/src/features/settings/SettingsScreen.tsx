import { useQuery } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { administration } from '#data/account/invitations.ts';
import { newRelease } from '#data/diagnostics/server.ts';
import { closeReleaseNotice, releaseNoticeStore } from '#data/preferences/release-notice.ts';
import { sessionStore } from '#data/session.ts';
import { dayText } from '#i18n/dates.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UnsavedChangesPrompt } from '#ui/UnsavedChangesPrompt.tsx';
import { AddonsCard } from './AddonsCard.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { CaptionsSection } from './CaptionsSection.tsx';
import { PreferencesSection } from './PreferencesSection.tsx';
import { ProxiesCard } from './ProxiesCard.tsx';
import { ServerCard } from './ServerCard.tsx';
import {
  changedFields,
  invalidFields,
  saveSettings,
  SettingsFormContext,
  useStoredSettings,
  type InvalidField,
  type SettingsEdits,
} from './settings-form.ts';
import { SettingsNavigation } from './SettingsNavigation.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { SetupStatusCard } from './SetupStatusCard.tsx';
import styles from './SettingsScreen.module.css';

/** Edits wait for the save bar. `account` saves its edits at once. */
export function SettingsScreen({ account }: { readonly account: ReactNode }) {
  const { t } = useTranslation();
  const stored = useStoredSettings();
  const [edits, setEdits] = useState<SettingsEdits>({});
  const values = { ...stored, ...edits };
  const changed = changedFields(edits, stored);
  const invalid = invalidFields(edits);
  const change = (more: SettingsEdits) => setEdits((before) => ({ ...before, ...more }));

  async function save(): Promise<void> {
    await saveSettings(values, changed);
    setEdits({});
  }

  return (
    <SettingsFormContext value={{ values, invalid, change }}>
      <div className={styles.screen}>
        <h1 className={styles.title}>{t(($) => $.settings.title)}</h1>
        <ReleaseLine />
        <SettingsNavigation />
        <div className={styles.sections}>
          <SettingsSection name="account">{account}</SettingsSection>
          <PreferencesSection />
          <AppearanceSection />
          <CaptionsSection />
          <SettingsSection name="connection">
            <SetupStatusCard />
            <ProxiesCard />
            {config.ALLOW_USER_ADDONS && <AddonsCard />}
            <ServerCard />
          </SettingsSection>
        </div>
      </div>
      {changed.length > 0 && (
        <SaveBar invalid={invalid[0]} onReset={() => setEdits({})} onSave={() => void save()} />
      )}
      <UnsavedChangesPrompt
        isDirty={changed.length > 0}
        texts={{
          title: t(($) => $.settings.leave.title),
          text: t(($) => $.settings.leave.text),
          leave: t(($) => $.auth.leave.leave),
          stay: t(($) => $.auth.leave.stay),
        }}
      />
    </SettingsFormContext>
  );
}

/** Tells administrators of this site's server about a newer release, until they close it for that version. */
function ReleaseLine() {
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
    <div role="status" className={styles.release}>
      <p>
        {t(($) => $.admin.checks.means.releaseNewer, { version, date })}{' '}
        {notes !== '' && (
          <a href={notes} target="_blank" rel="noreferrer" className={styles.releaseNotes}>
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

interface SaveBarProps {
  readonly invalid: InvalidField | undefined;
  readonly onReset: () => void;
  readonly onSave: () => void;
}

function SaveBar({ invalid, onReset, onSave }: SaveBarProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.bar} aria-label={t(($) => $.settings.save.unsaved)}>
      <p className={styles.text} role="status" data-fault={invalid}>
        {invalid ? t(($) => $.settings.save.errors[invalid]) : t(($) => $.settings.save.unsaved)}
      </p>
      <Button kind="quiet" onClick={onReset}>
        {t(($) => $.settings.save.reset)}
      </Button>
      <Button kind="primary" disabled={invalid !== undefined} onClick={onSave}>
        {t(($) => $.settings.save.save)}
      </Button>
    </section>
  );
}
