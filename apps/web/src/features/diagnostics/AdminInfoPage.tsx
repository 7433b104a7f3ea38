import { useTranslation } from 'react-i18next';
import { Diagnostics } from './Diagnostics.tsx';
import styles from './AdminInfoPage.module.css';

export function AdminInfoPage() {
  const { t } = useTranslation();
  const title = t(($) => $.admin.title);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{t(($) => $.admin.lead)}</p>
      <div className={styles.panels}>
        <Diagnostics />
      </div>
    </div>
  );
}
