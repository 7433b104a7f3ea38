import { Check } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { THEMES, themeStore } from '#data/preferences/theme.ts';
import { showTheme } from '#lib/apply-theme.ts';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import styles from './AppearanceSection.module.css';
import { SettingsSection } from './SettingsSection.tsx';
import { useSettingsForm } from './settings-form.ts';

/** Applies a selected theme to the page at once; leaving without saving restores the stored one. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  const group = useId();
  const { theme } = values;
  const saved = useStore(themeStore, (state) => state.theme);
  useEffect(() => {
    showTheme(theme);
    return () => showTheme(themeStore.getState().theme);
  }, [theme]);
  return (
    <SettingsSection name="appearance">
      <SettingsCard title={t(($) => $.settings.themes.title)}>
        <div
          className={styles.themes}
          role="radiogroup"
          aria-label={t(($) => $.settings.themes.title)}
        >
          {[null, ...THEMES].map((one) => (
            <label key={one ?? 'default'} className={styles.theme}>
              <input
                type="radio"
                name={group}
                className={styles.radio}
                checked={one === theme}
                onChange={() => change({ theme: one })}
              />
              <span className={styles.preview} data-theme={one ?? 'default'} aria-hidden />
              <span className={styles.name}>
                {t(($) => $.settings.themes.names[one ?? 'default'])}
                {one === theme && <Check aria-hidden />}
              </span>
              {one === saved && (
                <span className={styles.saved}>{t(($) => $.settings.themes.kept)}</span>
              )}
            </label>
          ))}
        </div>
      </SettingsCard>
    </SettingsSection>
  );
}
