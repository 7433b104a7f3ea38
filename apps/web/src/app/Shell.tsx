import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { DetailsModal } from '#features/details/DetailsModal.tsx';
import { CardToolsProvider } from '#features/home/cards/CardToolsProvider.tsx';
import { ListModal } from '#features/lists/ListModal.tsx';
import { afterFrame } from '#lib/after-frame.ts';
import { receiveFocus } from '#lib/page-focus.ts';
import { useAttached } from '#lib/use-attached.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './Shell.module.css';
import { SignedOutNotice } from './SignedOutNotice.tsx';
import { StorageNotice } from './StorageNotice.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

/** The frame around every page but the player's. */
export function Shell() {
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
        <CardToolsProvider>
          <Outlet />
          <DetailsModal />
          <ListModal />
        </CardToolsProvider>
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
