import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { markWhenStuck } from '#lib/observe-sticky.ts';
import { useAttached } from '#lib/use-ref-effect.ts';
import { paths } from '#paths.ts';
import styles from './Header.module.css';
import { HeaderMenu } from './HeaderMenu.tsx';

export function Header() {
  const { t } = useTranslation();
  const bar = useAttached(markWhenStuck, null);
  return (
    <>
      <header ref={bar} className={styles.header}>
        <Link className={styles.brand} to={paths.home} aria-label={t(($) => $.header.home)}>
          <Clapperboard aria-hidden className={styles.mark} />
          <span aria-hidden>{t(($) => $.global.name)}</span>
        </Link>
        <HeaderMenu />
      </header>
      <span className={styles.shade} aria-hidden />
    </>
  );
}
