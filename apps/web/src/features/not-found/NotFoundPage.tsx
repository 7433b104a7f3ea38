import { useTranslation } from 'react-i18next';
import { NotFoundArt } from './NotFoundArt.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './NotFoundPage.module.css';

export function NotFoundPage() {
  const { t } = useTranslation();
  const title = t(($) => $.notFound.title);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <NotFoundArt />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.message}>{t(($) => $.notFound.message)}</p>
      <ButtonLink kind="primary" to={paths.home}>
        {t(($) => $.notFound.goHome)}
      </ButtonLink>
    </div>
  );
}
