import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OpenCollectionNote } from './OpenCollectionNote.tsx';
import styles from './Shell.module.css';
import { StorageNotice } from './StorageNotice.tsx';

/** The frame around every page but the player's. */
export function Shell() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t(($) => $.header.skip)}
      </a>
      <Header />
      <StorageNotice />
      <main id="content" className={styles.content} tabIndex={-1} aria-busy={state === 'loading'}>
        <Outlet />
      </main>
      <OpenCollectionNote />
      <Footer />
      <ScrollRestoration />
    </div>
  );
}
