import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { DetailsModal } from '#features/details/DetailsModal.tsx';
import { CardActionsProvider } from '#features/home/cards/CardActionsProvider.tsx';
import { ListModal } from '#features/lists/ListModal.tsx';
import { receiveFocus } from '#lib/focus-restore.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './AppLayout.module.css';
import { SignedOutNotice } from './SignedOutNotice.tsx';
import { StorageNotice } from './StorageNotice.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

/** The frame around every page but the player's. */
export function AppLayout() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (content.current) receiveFocus(content.current);
  }, [pathname]);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content" data-passed-by>
        {t(($) => $.header.skip)}
      </a>
      <Header />
      <OfflineBanner place="page" />
      <StorageNotice place="page" />
      <SignedOutNotice />
      <main
        ref={content}
        id="content"
        className={styles.content}
        tabIndex={-1}
        aria-busy={state === 'loading'}
      >
        <CardActionsProvider>
          <Outlet />
          <DetailsModal />
          <ListModal />
        </CardActionsProvider>
      </main>
      <Footer />
      <UpdateNotice />
    </div>
  );
}
