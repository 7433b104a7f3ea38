import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Article.module.css';

interface ArticleProps {
  readonly title: string;
  /** A line under the title: a date, for one. */
  readonly note?: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page that is there to be read. */
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
