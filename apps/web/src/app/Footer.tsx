import { useTranslation } from 'react-i18next';
import { version } from '#config.ts';
import styles from './Footer.module.css';
import { FooterLinks } from './FooterLinks.tsx';

const TMDB = 'https://www.themoviedb.org';

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.part}>
        <p className={styles.brand}>{t(($) => $.global.name)}</p>
        <p>{t(($) => $.footer.tagline)}</p>
        <p className={styles.version}>{t(($) => $.footer.version, { version })}</p>
      </div>
      <div className={styles.part}>
        <h2 className={styles.title}>{t(($) => $.footer.disclaimerTitle)}</h2>
        <p>{t(($) => $.footer.disclaimer)}</p>
      </div>
      <FooterLinks />
      <div className={styles.part}>
        <h2 className={styles.title}>
          <a className={styles.link} href={TMDB} target="_blank" rel="noreferrer">
            {/* Their logo in their colours, as their terms ask. */}
            <img
              className={styles.logo}
              src="/tmdb.svg"
              alt=""
              width="33"
              height="24"
              loading="lazy"
            />
            {t(($) => $.footer.tmdbName)}
          </a>
        </h2>
        <p>{t(($) => $.footer.tmdb)}</p>
      </div>
    </footer>
  );
}
