import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Section.module.css';
import type { SectionName } from './sections.ts';

/** Its address is one that earlier clients had, too. */
export function Section({ name, children }: { readonly name: SectionName; children: ReactNode }) {
  const { t } = useTranslation();
  const id = `settings-${name}`;
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        {t(($) => $.settings.sections[name])}
      </h2>
      {children}
    </section>
  );
}
