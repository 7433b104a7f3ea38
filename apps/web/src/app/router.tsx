import type { ComponentType } from 'react';
import { preconnect } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Outlet, replace, type RouteObject } from 'react-router-dom';
import { config } from '#config.ts';
import { storeProgress } from '#data/user-data/progress.ts';
import { recordPath } from '#features/watch/back-link.ts';
import { loadPageTexts } from '#i18n/index.ts';
import type { TextsPart } from '#i18n/packed-texts.ts';
import { ChunkLoadError, loadChunk, reloadOnceReachable } from '#lib/chunk-load-error.ts';
import { setReturnPath } from '#lib/focus-restore.ts';
import { whenIdle } from '#lib/scheduling.ts';
import { HomePage } from '#app/pages/HomePage.tsx';
import { pathOfHash, paths, redirectHashUrl } from '#paths.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { OfflineBanner, StorageNotice } from './Notices.tsx';
import styles from './RouteFallback.module.css';
import { prefetch } from './prefetch.ts';
import {
  emptyBrowseToHome,
  redirectToFirstResult,
  oldSearchToBrowse,
  titleLoader,
} from './redirects.ts';
import { RootLayout } from './RootLayout.tsx';
import { AppLayout } from './AppLayout.tsx';

type LoadPage<Name extends string> = () => Promise<Readonly<Record<Name, ComponentType>>>;

/** A page that loads on demand. */
function page<Name extends string>(load: LoadPage<Name>, name: Name) {
  return async () => ({ Component: (await loadChunk(load()))[name] });
}

/** Like `page`, for rarely opened pages. Their texts load with them: see SIDE_FILES in vite-locale-files.ts. */
function sidePage<Name extends string>(load: LoadPage<Name>, name: Name) {
  return pageWithTexts(load, name, ['side']);
}

/** Like `sidePage`, for administrators and developers: see ADMIN_FILES. */
function adminPage<Name extends string>(load: LoadPage<Name>, name: Name) {
  return pageWithTexts(load, name, ['side', 'admin']);
}

function pageWithTexts<Name extends string>(
  load: LoadPage<Name>,
  name: Name,
  parts: readonly TextsPart[],
) {
  const ofCode = page(load, name);
  return async () => {
    const [loaded] = await Promise.all([ofCode(), loadChunk(loadPageTexts(...parts))]);
    return loaded;
  };
}

/** Like `sidePage`, for login pages: the code for accounts loads while the user types the passphrase. */
function loginPage<Name extends string>(load: LoadPage<Name>, name: Name) {
  return async () => {
    const loaded = await sidePage(load, name)();
    for (const next of [() => import('./HeaderAccount.tsx'), () => import('#data/account/sync.ts')])
      whenIdle(() => void next().catch(() => undefined));
    return loaded;
  };
}

/** Menus over the page change the query, not the title. */
const title = {
  lazy: page(() => import('#features/watch/WatchPage.tsx'), 'WatchPage'),
  loader: titleLoader,
  shouldRevalidate: () => false,
};

function discoverLoader(): null {
  prefetch(paths.discover);
  preconnect(config.TMDB_IMAGE_URL);
  return null;
}

/** Stores progress first, so that the history includes the movie that was just watched. */
function historyLoader(): null {
  storeProgress();
  return null;
}

const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: RouteFallback,
    ErrorBoundary: ErrorScreen,
    children: [
      { path: 's/:query', loader: redirectToFirstResult },
      { path: 'admin', loader: () => replace(paths.admin) },
      { path: 'search/:type/:query?', loader: oldSearchToBrowse },
      {
        Component: PlayerLayout,
        children: [
          {
            ErrorBoundary: ErrorScreen,
            children: [
              { path: 'media/:media', ...title },
              { path: 'media/:media/:season', ...title },
              { path: 'media/:media/:season/:episode', ...title },
              ...(config.HAS_DEV_PAGES
                ? [
                    {
                      path: 'dev/video',
                      lazy: adminPage(
                        () => import('#features/dev-video/DevVideoPage.tsx'),
                        'DevVideoPage',
                      ),
                    },
                  ]
                : []),
            ],
          },
        ],
      },
      {
        Component: AppLayout,
        children: [
          {
            ErrorBoundary: ErrorScreen,
            children: [
              { index: true, Component: HomePage },
              { path: 'browse/:query?', loader: emptyBrowseToHome, Component: HomePage },
              {
                path: 'discover',
                loader: discoverLoader,
                lazy: page(() => import('#features/discover/DiscoverPage.tsx'), 'DiscoverPage'),
              },
              {
                path: 'library/collection/:id',
                lazy: page(() => import('#features/library/CollectionPage.tsx'), 'CollectionPage'),
              },
              {
                path: 'library',
                lazy: page(() => import('#features/library/LibraryPage.tsx'), 'LibraryPage'),
              },
              {
                path: 'about',
                lazy: page(() => import('#features/legal/LegalPages.tsx'), 'AboutPage'),
              },
              {
                path: 'privacy',
                lazy: page(() => import('#features/legal/LegalPages.tsx'), 'PrivacyPage'),
              },
              ...(config.DMCA_EMAIL
                ? [
                    {
                      path: 'dmca',
                      lazy: page(() => import('#features/legal/LegalPages.tsx'), 'DmcaPage'),
                    },
                  ]
                : []),
              {
                path: 'login',
                lazy: loginPage(() => import('#features/account/LoginPage.tsx'), 'LoginPage'),
              },
              {
                path: 'link',
                lazy: loginPage(() => import('#features/account/linking/LinkPage.tsx'), 'LinkPage'),
              },
              {
                path: 'restore',
                lazy: adminPage(
                  () => import('#features/diagnostics/backups/RestorePage.tsx'),
                  'RestorePage',
                ),
              },
              {
                path: 'register',
                lazy: loginPage(
                  () => import('#features/account/register/RegisterPage.tsx'),
                  'RegisterPage',
                ),
              },
              {
                path: 'settings',
                lazy: sidePage(() => import('#app/pages/SettingsPage.tsx'), 'SettingsPage'),
              },
              {
                path: 'lists',
                lazy: page(() => import('#features/lists/ListsPage.tsx'), 'ListsPage'),
              },
              {
                path: 'list/:id',
                lazy: page(() => import('#features/lists/ListPage.tsx'), 'ListPage'),
              },
              {
                path: 'history',
                loader: historyLoader,
                lazy: page(() => import('#features/history/HistoryPage.tsx'), 'HistoryPage'),
              },
              ...(config.HAS_DEV_PAGES
                ? [
                    {
                      path: 'dev',
                      lazy: adminPage(() => import('#features/dev-video/DevPage.tsx'), 'DevPage'),
                    },
                    {
                      path: 'dev/test',
                      lazy: adminPage(
                        () => import('#features/dev-video/DevPage.tsx'),
                        'DevTestPage',
                      ),
                    },
                  ]
                : []),
              {
                path: 'onboarding',
                lazy: sidePage(
                  () => import('#features/onboarding/OnboardingPage.tsx'),
                  'OnboardingPage',
                ),
              },
              {
                path: 'onboarding/extension',
                lazy: sidePage(
                  () => import('#features/onboarding/OnboardingExtensionPage.tsx'),
                  'OnboardingExtensionPage',
                ),
              },
              {
                path: 'onboarding/proxy',
                lazy: sidePage(
                  () => import('#features/onboarding/OnboardingProxyPage.tsx'),
                  'OnboardingProxyPage',
                ),
              },
              {
                path: 'admininfo',
                lazy: adminPage(() => import('#app/pages/AdminInfoPage.tsx'), 'AdminInfoPage'),
              },
              {
                path: '*',
                lazy: page(() => import('#features/not-found/NotFoundPage.tsx'), 'NotFoundPage'),
              },
            ],
          },
        ],
      },
    ],
  },
];

const isTitle = (path: string): boolean => path.startsWith('/media/');

/** Without header and footer. Notices appear over the video. */
function PlayerLayout() {
  return (
    <main>
      <Outlet />
      <OfflineBanner place="player" />
      <StorageNotice place="player" />
    </main>
  );
}

/** Shown until the first page has loaded. */
function RouteFallback() {
  const { t } = useTranslation();
  return (
    <main className={styles.waiting}>
      <Spinner size="large" label={t(($) => $.global.loading)} />
    </main>
  );
}

export type Router = ReturnType<typeof createBrowserRouter>;

/** Reads the URL at once, so redirects of the hash come first. */
export function startRouter(): Router {
  // The user may have followed an old link since the page started.
  redirectHashUrl();
  const router = createBrowserRouter(routes);
  let last = location.pathname;
  recordPath(last);
  router.subscribe(({ location: { pathname }, historyAction, errors }) => {
    if (Object.values(errors ?? {}).some((error) => error instanceof ChunkLoadError))
      void reloadOnceReachable();
    recordPath(pathname);
    if (pathname === last) return;
    // The player's back button is a link.
    const isBack = !isTitle(pathname) && (historyAction === 'POP' || isTitle(last));
    setReturnPath(isBack ? last : undefined);
    last = pathname;
  });
  // In an open tab, an old link changes only the hash.
  addEventListener('hashchange', () => {
    const path = pathOfHash(location.hash);
    if (path !== undefined) void router.navigate(path, { replace: true });
  });
  return router;
}
