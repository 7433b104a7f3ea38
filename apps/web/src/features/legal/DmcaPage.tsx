import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { Article, Passage } from './Article.tsx';
import styles from './Article.module.css';

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
