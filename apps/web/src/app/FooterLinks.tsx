import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { config } from '#config.ts';
import { useSocialLinks } from '#features/legal/useSocialLinks.ts';
import { paths } from '#paths.ts';
import styles from './Footer.module.css';

export function FooterLinks() {
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
