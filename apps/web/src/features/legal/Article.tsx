import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { useSocialLinks } from './useSocialLinks.ts';
import styles from './Article.module.css';

interface ArticleProps {
  readonly title: string;
  /** Below the title, such as a date. */
  readonly note?: string;
  readonly lead: string;
  readonly children: ReactNode;
}

export function Article({ title, note, lead, children }: ArticleProps) {
  const { t } = useTranslation();
  return (
    <article className={styles.article}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <h1 className={styles.title}>{title}</h1>
      {note && <p className={styles.note}>{note}</p>}
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  );
}

interface PassageProps {
  readonly title: string;
  readonly text: string;
  readonly level?: 2 | 3;
  readonly children?: ReactNode;
}

export function Passage({ title, text, level = 2, children }: PassageProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={styles.passage}>
      <Heading className={styles.heading}>{title}</Heading>
      <p>{text}</p>
      {children}
    </section>
  );
}

/** The contacts that the operator configured. */
export function Contacts() {
  const social = useSocialLinks();
  if (social.length === 0 && !config.DMCA_EMAIL) return null;
  return (
    <ul className={styles.contacts}>
      {social.map(({ href, label }) => (
        <li key={href}>
          <a className={styles.link} href={href} target="_blank" rel="noreferrer">
            {label}
          </a>
        </li>
      ))}
      {config.DMCA_EMAIL && (
        <li>
          <a className={styles.link} href={`mailto:${config.DMCA_EMAIL}`}>
            {config.DMCA_EMAIL}
          </a>
        </li>
      )}
    </ul>
  );
}
