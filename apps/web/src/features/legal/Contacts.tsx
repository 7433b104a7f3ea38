import { config } from '#config.ts';
import styles from './Article.module.css';
import { useSocialLinks } from './useSocialLinks.ts';

/** How to reach whoever runs this site, as far as they have said. */
export function Contacts() {
  const social = useSocialLinks();
  if (social.length === 0 && !config.DMCA_EMAIL) return null;
  return (
    <ul className={styles.contacts}>
      {social.map(({ href, label }) => (
        <li key={href}>
          <a className={styles.link} href={href} target="_blank" rel="noreferrer">
            {label}
          </a>
        </li>
      ))}
      {config.DMCA_EMAIL && (
        <li>
          <a className={styles.link} href={`mailto:${config.DMCA_EMAIL}`}>
            {config.DMCA_EMAIL}
          </a>
        </li>
      )}
    </ul>
  );
}
