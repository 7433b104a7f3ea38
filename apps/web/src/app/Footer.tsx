import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { config, version } from '#config.ts';
import { useSocialLinks } from '#features/legal/useSocialLinks.ts';
import { paths } from '#paths.ts';
import styles from './Footer.module.css';

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
            {/* TMDB's logo in its own colors, as TMDB's terms require. */}
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

function FooterLinks() {
  const { t } = useTranslation();
  const social = useSocialLinks();
  return (
    <nav className={styles.links} aria-label={t(($) => $.links.title)}>
      <h2 className={styles.title}>{t(($) => $.links.title)}</h2>
      <Link className={styles.link} to={paths.about}>
        {t(($) => $.footer.about)}
      </Link>
      <Link className={styles.link} to={paths.privacy}>
        {t(($) => $.footer.privacy)}
      </Link>
      {config.DMCA_EMAIL && (
        <Link className={styles.link} to={paths.dmca}>
          {t(($) => $.footer.dmca)}
        </Link>
      )}
      {social.map(({ href, label }) => (
        <a key={href} className={styles.link} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
    </nav>
  );
}
