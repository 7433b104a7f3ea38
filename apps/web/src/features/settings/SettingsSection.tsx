import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './SettingsScreen.module.css';

export const SECTIONS = ['account', 'preferences', 'appearance', 'captions', 'connection'] as const;
export type SectionName = (typeof SECTIONS)[number];

interface SettingsSectionProps {
  readonly name: SectionName;
  readonly children: ReactNode;
}

/** Uses the ids of earlier movie-web clients, so that old links work. */
export function SettingsSection({ name, children }: SettingsSectionProps) {
  const { t } = useTranslation();
  const id = `settings-${name}`;
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.sectionTitle}>
        {t(($) => $.settings.sections[name])}
      </h2>
      {children}
    </section>
  );
}
