import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './DevPage.module.css';

/** Breaks when it is told to: shows what visitors see of a fault, and what they can copy for a report. */
export function DevTestPage() {
  const { t } = useTranslation();
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('The test page was told to break.');
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
