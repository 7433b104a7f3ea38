import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import styles from './DevPage.module.css';

/** Tools for developers of this site. */
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
          <ButtonLink to={paths.devVideo}>{t(($) => $.devVideo.link)}</ButtonLink>
        </li>
        <li className={styles.tool}>
          <p className={styles.text}>{t(($) => $.dev.testLead)}</p>
          <ButtonLink to={paths.devTest}>{t(($) => $.dev.test)}</ButtonLink>
        </li>
      </ul>
    </div>
  );
}

/** Throws on demand, to see the error screen and its report. */
export function DevTestPage() {
  const { t } = useTranslation();
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('Test error from the developer page.');
  const title = t(($) => $.dev.test);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{t(($) => $.dev.testLead)}</p>
      <Button kind="danger" onClick={() => setIsBroken(true)}>
        {t(($) => $.dev.break)}
      </Button>
    </div>
  );
}
