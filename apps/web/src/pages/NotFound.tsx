import { useTranslation } from 'react-i18next';
import { LostReel } from '#features/not-found/LostReel.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './NotFound.module.css';

export function NotFound() {
  const { t } = useTranslation();
  const title = t(($) => $.notFound.title);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <LostReel />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.message}>{t(($) => $.notFound.message)}</p>
      <ButtonLink kind="primary" to={paths.home}>
        {t(($) => $.notFound.goHome)}
      </ButtonLink>
    </div>
  );
}
