import { useTranslation } from 'react-i18next';
import { Article, Contacts, Passage } from './Article.tsx';
import styles from './Article.module.css';

export function AboutPage() {
  const { t } = useTranslation();
  const questions = t(($) => $.about.questions, { returnObjects: true });
  return (
    <Article title={t(($) => $.about.title)} lead={t(($) => $.about.lead)}>
      <Passage title={t(($) => $.about.contactTitle)} text={t(($) => $.about.contact)}>
        <Contacts />
      </Passage>
      <h2 className={styles.faq}>{t(($) => $.about.faq)}</h2>
      {questions.map(({ question, answer }) => (
        <Passage key={question} level={3} title={question} text={answer} />
      ))}
    </Article>
  );
}
