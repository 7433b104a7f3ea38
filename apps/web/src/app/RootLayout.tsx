import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router-dom';
import { config } from '#config.ts';
import { readText, writeText, readTabText, removeTabText } from '#data/storage/browser-storage.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './IframeNotice.module.css';
import { z } from 'zod';

/** Pages that are opened by URL share one key: the path distinguishes their scroll positions. */
const scrollKeyOf = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string =>
  `${pathname} ${key}`;

/** Wraps all pages, including the player: the scroll position of a page must survive a movie that it opens. */
export function RootLayout() {
  const scrollKey = scrollKeyOf(useLocation());
  useEffect(() => restoreScroll(scrollKey), [scrollKey]);
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

/** Inside an iframe, shows for a moment the links that the operator has set for embedded pages. */
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

/** Shown once to a user that a closed site has redirected here. */
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

/** The closed site adds `?redir=` to the URL. */
function isRedirected(): boolean {
  const from = new URLSearchParams(location.search).get('redir');
  return config.SIBLING_NAME !== undefined && from === config.SIBLING_NAME && !readText(SEEN);
}

// A reloaded page scrolls back once it is long enough: results and lists load later than the page.

/** The key in sessionStorage, where ScrollRestoration writes all positions when the page unloads. */
const SCROLL_POSITIONS = 'react-router-scroll-positions';

const Positions = z.lazy(() => z.record(z.string(), z.number()));

/** After one of these events, the user scrolls the page. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Only the first call after a load finds a position. Later, the router restores positions itself. */
function restoreScroll(key: string): () => void {
  const top = takePosition(key);
  return top === undefined ? () => undefined : scrollOnceLongEnough(top);
}

function takePosition(key: string): number | undefined {
  const text = readTabText(SCROLL_POSITIONS);
  removeTabText(SCROLL_POSITIONS);
  return text === null ? undefined : Positions.safeParse(parseJson(text)).data?.[key];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function scrollOnceLongEnough(top: number): () => void {
  const life = new AbortController();
  const { signal } = life;
  // Scrolling as far as possible also loads more results, which are fetched near the end of the page.
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= top - 1) life.abort();
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const type of INPUTS)
    addEventListener(type, () => life.abort(), { signal, passive: true, capture: true });
  return () => life.abort();
}
