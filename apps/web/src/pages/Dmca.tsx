import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { Article, Passage } from '#features/legal/Article.tsx';
import styles from '#features/legal/Article.module.css';
import { NotFound } from './NotFound.tsx';

/** There is only such a page where there is an address to write to. */
export function Dmca() {
  const { t } = useTranslation();
  const email = config.DMCA_EMAIL;
  if (!email) return <NotFound />;
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
