import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import styles from './IframeNotice.module.css';

const SHOWN_MS = 2_500;

/** Inside the page of somebody else: for a moment, where the operator wants people to go. */
export function IframeNotice() {
  const links = Object.entries(config.FRAME_LINKS);
  const [isShown, setIsShown] = useState(links.length > 0 && globalThis.top !== globalThis.self);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isShown && <Links links={links} />;
}

function Links({ links }: { readonly links: readonly (readonly [string, string])[] }) {
  const { t } = useTranslation();
  return (
    <aside className={styles.overlay} aria-label={t(($) => $.links.title)}>
      <p>{t(($) => $.notices.frame)}</p>
      {links.map(([name, href]) => (
        <a key={href} className={styles.link} href={href} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </aside>
  );
}
