import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#paths.ts';
import styles from './Header.module.css';
import { HeaderMenu } from './HeaderMenu.tsx';

export function Header() {
  const { t } = useTranslation();
  return (
    <header className={styles.header}>
      <Link className={styles.brand} to={paths.home} aria-label={t(($) => $.header.home)}>
        <Clapperboard aria-hidden className={styles.mark} />
        <span aria-hidden>{t(($) => $.global.name)}</span>
      </Link>
      <HeaderMenu />
    </header>
  );
}
