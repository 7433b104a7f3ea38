import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './DevPage.module.css';

/** What whoever works on this site tries things with. */
export function DevPage() {
  const { t } = useTranslation();
  const title = t(($) => $.dev.title);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <h1 className={styles.title}>{title}</h1>
      <ul className={styles.tools}>
        <li className={styles.tool}>
          <p className={styles.text}>{t(($) => $.devVideo.lead)}</p>
          <ButtonLink to={paths.devVideo}>{t(($) => $.devVideo.title)}</ButtonLink>
        </li>
        <li className={styles.tool}>
          <p className={styles.text}>{t(($) => $.dev.testLead)}</p>
          <ButtonLink to={paths.devTest}>{t(($) => $.dev.test)}</ButtonLink>
        </li>
      </ul>
    </div>
  );
}
