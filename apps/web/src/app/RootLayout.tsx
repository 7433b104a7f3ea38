import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router-dom';
import { config } from '#config.ts';
import { readText, writeText } from '#data/storage/browser-storage.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './IframeNotice.module.css';
import { returnToPlace, SCROLL_POSITIONS } from './reload-scroll.ts';

/** Pages that are opened by address share one key: the path tells their scroll positions apart. */
const scrollKeyOf = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string =>
  `${pathname} ${key}`;

/** Around all pages, also the player: the scroll position of a page must outlast a movie that is opened on it. */
export function RootLayout() {
  const scrollKey = scrollKeyOf(useLocation());
  useEffect(() => returnToPlace(scrollKey), [scrollKey]);
  return (
    <>
      <Outlet />
      <SiteMovedNotice />
      <IframeNotice />
      <ScrollRestoration getKey={scrollKeyOf} storageKey={SCROLL_POSITIONS} />
    </>
  );
}

const SHOWN_MS = 2_500;

/** Inside an iframe: for a moment, the links that the operator set for embedded pages. */
function IframeNotice() {
  const links = Object.entries(config.FRAME_LINKS);
  const [isShown, setIsShown] = useState(links.length > 0 && globalThis.top !== globalThis.self);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isShown && <IframeLinks links={links} />;
}

function IframeLinks({ links }: { readonly links: readonly (readonly [string, string])[] }) {
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

/** The storage key of earlier clients. */
const SEEN = 'hasSeenRedirPopup';

/** Once for a visitor whom a closed site redirected here. */
function SiteMovedNotice() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(isRedirected);
  const site = config.SIBLING_NAME;
  if (!isOpen || site === undefined) return null;

  function close() {
    writeText(SEEN, 'true');
    setIsOpen(false);
  }

  return (
    <Dialog
      title={t(($) => $.notices.sibling.title, { site })}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {t(($) => $.notices.sibling.close)}
        </Button>
      }
    >
      <p>{t(($) => $.notices.sibling.text, { site })}</p>
    </Dialog>
  );
}

/** The address of the first page says it. */
function isRedirected(): boolean {
  const from = new URLSearchParams(location.search).get('redir');
  return config.SIBLING_NAME !== undefined && from === config.SIBLING_NAME && !readText(SEEN);
}
