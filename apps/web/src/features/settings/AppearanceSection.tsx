import { Check } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { themeStore, type Theme } from '#data/preferences/theme.ts';
import { showTheme } from '#lib/apply-theme.ts';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import styles from './AppearanceSection.module.css';
import { useChoices } from './settings-form-context.ts';
import { Section } from './Section.tsx';

const THEMES: readonly (Theme | null)[] = [null, 'blue', 'gray', 'red', 'teal', 'blck'];

/** The whole page tries a theme on; it is kept when it is saved. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const { choices, change } = useChoices();
  const group = useId();
  const { theme } = choices;
  const kept = useStore(themeStore, (state) => state.theme);
  useEffect(() => {
    showTheme(theme);
    return () => showTheme(themeStore.getState().theme);
  }, [theme]);
  return (
    <Section name="appearance">
      <SettingsCard title={t(($) => $.settings.themes.title)}>
        <div
          className={styles.themes}
          role="radiogroup"
          aria-label={t(($) => $.settings.themes.title)}
        >
          {THEMES.map((one) => (
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
              {one === kept && (
                <span className={styles.kept}>{t(($) => $.settings.themes.kept)}</span>
              )}
            </label>
          ))}
        </div>
      </SettingsCard>
    </Section>
  );
}
