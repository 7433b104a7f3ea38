import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { sessionStore } from '#data/session.ts';
import { paths, withDestination } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyList } from '#ui/ListPageLayout.tsx';
import { useLibraryAccess } from './useLibraryAccess.ts';

/** Sends a visitor without an account of this site to log in or register, and then back to this page. */
export function ClosedLibrary() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isElsewhere = useStore(sessionStore, ({ backendUrl }) => backendUrl !== null);
  return (
    <EmptyList
      icon={LogIn}
      title={t(($) => $.library.closed)}
      hint={t(($) => $.library[isElsewhere ? 'closedElsewhere' : 'closedHint'])}
    >
      {isElsewhere ? (
        <ButtonLink kind="primary" to={paths.settings}>
          {t(($) => $.watch.notFound.settings)}
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" to={withDestination(paths.login, `${pathname}${search}`)}>
          {t(($) => $.library.logIn)}
        </ButtonLink>
      )}
    </EmptyList>
  );
}

/** Replaces a title that only the library can have. Renders `children` if the library is open. */
export function ClosedTitle({ children }: { readonly children: ReactNode }) {
  const { isClosed, isLoading } = useLibraryAccess();
  if (isLoading) return null;
  return isClosed ? <ClosedLibrary /> : children;
}
