import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { useContactLinks } from './useSocialLinks.ts';
import styles from './LegalPages.module.css';
import { dayText } from '#i18n/dates.ts';

interface ArticleProps {
  readonly title: string;
  /** Below the title, such as a date. */
  readonly note?: string;
  readonly lead: string;
  readonly children: ReactNode;
}

function Article({ title, note, lead, children }: ArticleProps) {
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

function Passage({ title, text, level = 2, children }: PassageProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={styles.passage}>
      <Heading className={styles.heading}>{title}</Heading>
      <p>{text}</p>
      {children}
    </section>
  );
}

function useHasContacts(): boolean {
  return useContactLinks().length > 0 || Boolean(config.DMCA_EMAIL);
}

/** The contacts that the operator configured. */
function Contacts() {
  const links = useContactLinks();
  if (!useHasContacts()) return null;
  return (
    <ul className={styles.contacts}>
      {links.map(({ href, label }) => (
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

/** Explains how long data is stored. The operator may add a note about other stored data. */
function Retention() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t(($) => $.privacy.collected.deletion)}</p>
      <p>{t(($) => $.privacy.collected.counts)}</p>
      <p>{t(($) => $.privacy.collected.playing)}</p>
      <p>{t(($) => $.privacy.collected.logs)}</p>
      {config.PRIVACY_NOTE && <p>{config.PRIVACY_NOTE}</p>}
    </>
  );
}

/** Lists third-party services that this site's server uses only if the operator names them. */
function OtherServices() {
  const { t } = useTranslation();
  const host = config.SKIP_TIMES_HOST;
  return host ? <p>{t(($) => $.privacy.others.skipTimes, { host })}</p> : null;
}

const QUESTIONS = [
  'origin',
  'request',
  'unplayable',
  'limits',
  'frequency',
  'failure',
  'subtitles',
] as const;

export function AboutPage() {
  const { t } = useTranslation();
  const hasContacts = useHasContacts();
  return (
    <Article title={t(($) => $.about.title)} lead={t(($) => $.about.lead)}>
      {hasContacts && (
        <Passage title={t(($) => $.about.contactTitle)} text={t(($) => $.about.contact)}>
          <Contacts />
        </Passage>
      )}
      <h2 className={styles.faq}>{t(($) => $.about.faq)}</h2>
      {QUESTIONS.map((name) => (
        <Passage
          key={name}
          level={3}
          title={t(($) => $.about.questions[name].question)}
          text={t(($) => $.about.questions[name].answer)}
        />
      ))}
    </Article>
  );
}

export function DmcaPage() {
  const { t } = useTranslation();
  const email = config.DMCA_EMAIL ?? '';
  return (
    <Article title={t(($) => $.dmca.title)} lead={t(($) => $.dmca.lead)}>
      <Passage title={t(($) => $.dmca.howTitle)} text={t(($) => $.dmca.how)}>
        <p>
          <a className={styles.link} href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </Passage>
    </Article>
  );
}

/** Update with every change of the text. */
const UPDATED = '2026-11-27';
const PARTS = ['notCollected', 'collected', 'cookies', 'others', 'changes', 'contact'] as const;

export function PrivacyPage() {
  const { t, i18n } = useTranslation();
  const hasContacts = useHasContacts();
  const parts = PARTS.filter((part) => part !== 'contact' || hasContacts);
  return (
    <Article
      title={t(($) => $.privacy.title)}
      note={t(($) => $.privacy.updated, { date: dayText(UPDATED, i18n.language) })}
      lead={t(($) => $.privacy.lead)}
    >
      {parts.map((part) => (
        <Passage
          key={part}
          title={t(($) => $.privacy[part].title)}
          text={t(($) => $.privacy[part].text)}
        >
          {part === 'collected' && <Retention />}
          {part === 'others' && <OtherServices />}
          {part === 'contact' && <Contacts />}
        </Passage>
      ))}
    </Article>
  );
}
