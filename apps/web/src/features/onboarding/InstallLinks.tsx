import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import type { BrowserKind } from './browser-kind.ts';
import styles from './InstallLinks.module.css';

const LINKS = {
  chromium: config.ONBOARDING_CHROME_EXTENSION_INSTALL_LINK,
  firefox: config.ONBOARDING_FIREFOX_EXTENSION_INSTALL_LINK,
} as const;

/** Where the extension is, as far as the site's host says; for a browser that we do not know, everything there is. */
export function InstallLinks({ kind }: { readonly kind: BrowserKind }) {
  const { t } = useTranslation();
  if (kind === 'none' || kind === 'safari') return null;
  const kinds = (['chromium', 'firefox'] as const).filter(
    (one) => LINKS[one] !== undefined && (kind === one || kind === 'unknown'),
  );
  if (kinds.length === 0) {
    return <p className={styles.none}>{t(($) => $.onboarding.extension.noLink)}</p>;
  }
  return (
    <div className={styles.links}>
      {kinds.map((one) => (
        <a key={one} className={styles.link} href={LINKS[one]} target="_blank" rel="noreferrer">
          <Download aria-hidden />
          {t(($) => $.onboarding.extension.install[one])}
        </a>
      ))}
    </div>
  );
}
