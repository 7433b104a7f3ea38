import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppearanceSection } from './AppearanceSection.tsx';
import { CaptionsSection } from './CaptionsSection.tsx';
import { changedIn, faultsIn, saveDraft, useStoredChoices, type Draft } from './settings-form.ts';
import { ConnectionsSection } from './ConnectionsSection.tsx';
import { UnsavedChangesPrompt } from '#ui/UnsavedChangesPrompt.tsx';
import { DraftChoices } from './settings-form-context.ts';
import { PreferencesSection } from './PreferencesSection.tsx';
import { SaveBar } from './SaveBar.tsx';
import { Section } from './Section.tsx';
import { SectionList } from './SectionList.tsx';
import styles from './SettingsScreen.module.css';

/** Sections beside each other and below; what is changed waits for Save, what the account does is done at once. */
export function SettingsScreen({ account }: { readonly account: ReactNode }) {
  const { t } = useTranslation();
  const stored = useStoredChoices();
  const [draft, setDraft] = useState<Draft>({});
  const choices = { ...stored, ...draft };
  const changed = changedIn(draft, stored);
  const faults = faultsIn(draft);
  const change = (more: Draft) => setDraft((before) => ({ ...before, ...more }));

  async function save(): Promise<void> {
    const wanted = Object.fromEntries(changed.map((key) => [key, draft[key]]));
    await saveDraft(wanted);
    setDraft({});
  }

  return (
    <DraftChoices value={{ choices, faults, change }}>
      <div className={styles.screen}>
        <h1 className={styles.title}>{t(($) => $.settings.title)}</h1>
        <SectionList />
        <div className={styles.sections}>
          <Section name="account">{account}</Section>
          <PreferencesSection />
          <AppearanceSection />
          <CaptionsSection />
          <ConnectionsSection />
        </div>
      </div>
      {changed.length > 0 && (
        <SaveBar faults={faults} onReset={() => setDraft({})} onSave={() => void save()} />
      )}
      <UnsavedChangesPrompt
        isDirty={changed.length > 0}
        texts={t(($) => $.settings.leave, { returnObjects: true })}
      />
    </DraftChoices>
  );
}
