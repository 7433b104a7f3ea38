import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { Button } from '#ui/Button.tsx';
import { UnsavedChangesPrompt } from '#ui/UnsavedChangesPrompt.tsx';
import { AddonsCard } from './AddonsCard.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { CaptionsSection } from './CaptionsSection.tsx';
import { PreferencesSection } from './PreferencesSection.tsx';
import { ProxiesCard } from './ProxiesCard.tsx';
import { ReleaseLine } from './ReleaseLine.tsx';
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
