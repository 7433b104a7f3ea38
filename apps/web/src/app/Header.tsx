import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { config } from '#config.ts';
import { paths } from '#paths.ts';
import styles from './Header.module.css';

export function Header() {
  const { t } = useTranslation();
  const links = [
    { href: config.DISCORD_LINK, label: t(($) => $.header.discord) },
    { href: config.GITHUB_LINK, label: t(($) => $.header.github) },
    { href: config.DONATION_LINK, label: t(($) => $.header.donate) },
  ].filter((link) => link.href !== undefined);
  return (
    <header className={styles.header}>
      <Link className={styles.brand} to={paths.home} aria-label={t(($) => $.header.home)}>
        <Clapperboard aria-hidden className={styles.mark} />
        <span aria-hidden>{t(($) => $.global.name)}</span>
      </Link>
      {links.length > 0 && (
        <nav className={styles.links} aria-label={t(($) => $.footer.links)}>
          {links.map(({ href, label }) => (
            <a key={href} className={styles.link} href={href} target="_blank" rel="noreferrer">
              {label}
            </a>
          ))}
        </nav>
      )}
    </header>
  );
}
