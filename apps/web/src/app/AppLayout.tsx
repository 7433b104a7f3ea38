import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { DetailsModal } from '#features/details/DetailsModal.tsx';
import { CardActionsProvider } from '#features/home/cards/CardActionsProvider.tsx';
import { ListModal } from '#features/lists/ListModal.tsx';
import { afterFrame } from '#lib/after-frame.ts';
import { receiveFocus } from '#lib/focus-restore.ts';
import { useAttached } from '#lib/use-ref-effect.ts';
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
  const content = useAttached(focusWhenLost, useLocation().pathname);
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

/** Once for every page; in a turn after its first frame, as the browser lays a page out before it gives the focus. */
function focusWhenLost(content: HTMLElement): () => void {
  return afterFrame(() => receiveFocus(content));
}
