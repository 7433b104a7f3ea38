import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { regional } from '#lib/format-locale.ts';
import { Article, Contacts, Passage } from './Article.tsx';

/** Update with every change of the text. */
const UPDATED = new Date('2026-11-22T00:00:00Z');
const PARTS = ['absent', 'kept', 'cookies', 'others', 'changes', 'contact'] as const;

export function PrivacyPage() {
  const { t, i18n } = useTranslation();
  const date = new Intl.DateTimeFormat(regional(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return (
    <Article
      title={t(($) => $.privacy.title)}
      note={t(($) => $.privacy.updated, { date: date.format(UPDATED) })}
      lead={t(($) => $.privacy.lead)}
    >
      {PARTS.map((part) => (
        <Passage
          key={part}
          title={t(($) => $.privacy[part].title)}
          text={t(($) => $.privacy[part].text)}
        >
          {part === 'contact' && <Contacts />}
          {part === 'kept' && config.PRIVACY_NOTE && <p>{config.PRIVACY_NOTE}</p>}
        </Passage>
      ))}
    </Article>
  );
}
