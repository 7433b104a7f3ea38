import { Check } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { THEMES, themeStore, applyTheme } from '#data/preferences/theme.ts';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { useSettingsForm } from './settings-form.ts';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './AppearanceSection.module.css';

/** Applies a selected theme to the page at once; leaving without saving restores the stored one. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  const group = useId();
  const { theme } = values;
  const saved = useStore(themeStore, (state) => state.theme);
  useEffect(() => {
    applyTheme(theme);
    return () => applyTheme(themeStore.getState().theme);
  }, [theme]);
  return (
    <SettingsSection name="appearance">
      <SettingsCard title={t(($) => $.settings.themes.title)}>
        <div
          className={styles.themes}
          role="radiogroup"
          aria-label={t(($) => $.settings.themes.title)}
        >
          {[null, ...THEMES].map((option) => (
            <label key={option ?? 'default'} className={styles.theme}>
              <input
                type="radio"
                name={group}
                className={styles.radio}
                checked={option === theme}
                onChange={() => change({ theme: option })}
              />
              <span className={styles.preview} data-theme={option ?? 'default'} aria-hidden />
              <span className={styles.name}>
                {t(($) => $.settings.themes.names[option ?? 'default'])}
                {option === theme && <Check aria-hidden />}
              </span>
              {option === saved && (
                <span className={styles.saved}>{t(($) => $.settings.themes.inUse)}</span>
              )}
            </label>
          ))}
        </div>
      </SettingsCard>
    </SettingsSection>
  );
}
