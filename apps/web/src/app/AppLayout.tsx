import { Clapperboard } from 'lucide-react';
import { lazy, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { MatchModal } from '#features/match/MatchModal.tsx';
import { DetailsModal } from '#features/details/DetailsModal.tsx';
import { CardActionsProvider } from '#features/home/cards/CardActionsProvider.tsx';
import { ListModal } from '#features/lists/ListModal.tsx';
import { loadChunk } from '#lib/chunk-load-error.ts';
import { restoreFocus } from '#lib/focus-restore.ts';
import { observeSticky } from '#lib/scroll-observers.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { paths } from '#paths.ts';
import { Footer } from './Footer.tsx';
import headerStyles from './Header.module.css';
import { HeaderMenu } from './HeaderMenu.tsx';
import styles from './AppLayout.module.css';
import { OfflineBanner, SignedOutNotice, StorageNotice, UpdateNotice } from './Notices.tsx';

const ClosedTitle = lazy(async () => {
  const { ClosedTitle: component } = await loadChunk(import('#features/library/ClosedLibrary.tsx'));
  return { default: component };
});

/** The frame around every page except the player's. */
export function AppLayout() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (content.current) restoreFocus(content.current);
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
          <DetailsModal LocalTitle={ClosedTitle} />
          <ListModal />
          <MatchModal />
        </CardActionsProvider>
      </main>
      <Footer />
      <UpdateNotice />
    </div>
  );
}

function Header() {
  const { t } = useTranslation();
  const bar = useRefEffect(observeSticky, null);
  return (
    <>
      <header ref={bar} className={headerStyles.header}>
        <Link className={headerStyles.brand} to={paths.home} aria-label={t(($) => $.header.home)}>
          <Clapperboard aria-hidden className={headerStyles.mark} />
          <span aria-hidden>{t(($) => $.global.name)}</span>
        </Link>
        <HeaderMenu />
      </header>
      <span className={headerStyles.shade} aria-hidden />
    </>
  );
}
