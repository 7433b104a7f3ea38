import { preconnect } from 'react-dom';
import { createBrowserRouter, replace, type RouteObject } from 'react-router-dom';
import { config } from '#config.ts';
import { storeProgress } from '#data/user-data/progress.ts';
import { rememberPath } from '#features/watch/back-link.ts';
import { NotLoaded, part } from '#lib/chunk-load-error.ts';
import { comeBackFrom } from '#lib/focus-restore.ts';
import { reloadOnceReachable } from './reload-reachable.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { Home } from '#app/pages/Home.tsx';
import { NotFoundPage } from '#features/not-found/NotFoundPage.tsx';
import { paths } from '#paths.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { leaveHash, pathOfHash } from './hash-path.ts';
import { prefetch } from './prefetch.ts';
import { emptyBrowseToHome, firstFound, oldSearchToBrowse, titleLoader } from './redirects.ts';
import { RootLayout } from './RootLayout.tsx';
import { PlayerLayout } from './PlayerLayout.tsx';
import { AppLayout } from './AppLayout.tsx';
import { RouteFallback } from './RouteFallback.tsx';

const watch = async () => {
  const { WatchPage } = await part(import('#features/watch/WatchPage.tsx'));
  return { Component: WatchPage };
};

const devVideo = async () => {
  const { DevVideoPage } = await part(import('#features/dev-video/DevVideoPage.tsx'));
  return { Component: DevVideoPage };
};

/** What is looked up about an address does not change with the menus that are open over it. */
const title = { lazy: watch, loader: titleLoader, shouldRevalidate: () => false };

const about = async () => {
  const { AboutPage } = await part(import('#features/legal/AboutPage.tsx'));
  return { Component: AboutPage };
};
const privacy = async () => {
  const { PrivacyPage } = await part(import('#features/legal/PrivacyPage.tsx'));
  return { Component: PrivacyPage };
};
const dmca = async () => {
  const { DmcaPage } = await part(import('#features/legal/DmcaPage.tsx'));
  return { Component: DmcaPage };
};
/** While the words are typed: what is needed as soon as somebody is logged in, one after the other. */
function expectAccount(): void {
  const expected = [() => import('./HeaderAccount.tsx'), () => import('#data/account/sync.ts')];
  for (const expect of expected) whenIdle(() => void expect().catch(() => undefined));
}

const login = async () => {
  const { LoginPage } = await part(import('#features/account/LoginPage.tsx'));
  expectAccount();
  return { Component: LoginPage };
};

const link = async () => {
  const { LinkPage } = await part(import('#features/account/linking/LinkPage.tsx'));
  expectAccount();
  return { Component: LinkPage };
};

const register = async () => {
  const { RegisterPage } = await part(import('#features/account/register/RegisterPage.tsx'));
  expectAccount();
  return { Component: RegisterPage };
};

const discover = async () => {
  const { DiscoverPage } = await part(import('#features/discover/DiscoverPage.tsx'));
  return { Component: DiscoverPage };
};
function discoverLoader(): null {
  prefetch(paths.discover);
  preconnect(config.TMDB_IMAGE_URL);
  return null;
}

const settings = async () => {
  const { Settings } = await part(import('#app/pages/Settings.tsx'));
  return { Component: Settings };
};

const history = async () => {
  const { HistoryPage } = await part(import('#features/history/HistoryPage.tsx'));
  return { Component: HistoryPage };
};
/** The history includes the movie that was watched a moment ago. */
function historyLoader(): null {
  storeProgress();
  return null;
}

const lists = async () => {
  const { ListsPage } = await part(import('#features/lists/ListsPage.tsx'));
  return { Component: ListsPage };
};
const list = async () => {
  const { ListPage } = await part(import('#features/lists/ListPage.tsx'));
  return { Component: ListPage };
};

const dev = async () => {
  const { DevPage } = await part(import('#features/dev-video/DevPage.tsx'));
  return { Component: DevPage };
};
const devTest = async () => {
  const { DevTestPage } = await part(import('#features/dev-video/DevPage.tsx'));
  return { Component: DevTestPage };
};
const onboarding = async () => {
  const { OnboardingPage } = await part(import('#features/onboarding/OnboardingPage.tsx'));
  return { Component: OnboardingPage };
};
const onboardingExtension = async () => {
  const { OnboardingExtensionPage } = await part(
    import('#features/onboarding/OnboardingExtensionPage.tsx'),
  );
  return { Component: OnboardingExtensionPage };
};
const onboardingProxy = async () => {
  const { OnboardingProxyPage } = await part(
    import('#features/onboarding/OnboardingProxyPage.tsx'),
  );
  return { Component: OnboardingProxyPage };
};

const adminInfo = async () => {
  const { AdminInfoPage } = await part(import('#features/diagnostics/AdminInfoPage.tsx'));
  return { Component: AdminInfoPage };
};

const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: RouteFallback,
    ErrorBoundary: ErrorScreen,
    children: [
      { path: 's/:query', loader: firstFound },
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
              ...(config.HAS_DEV_PAGES ? [{ path: 'dev/video', lazy: devVideo }] : []),
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
              { index: true, Component: Home },
              { path: 'browse/:query?', loader: emptyBrowseToHome, Component: Home },
              { path: 'discover', loader: discoverLoader, lazy: discover },
              { path: 'about', lazy: about },
              { path: 'privacy', lazy: privacy },
              ...(config.DMCA_EMAIL ? [{ path: 'dmca', lazy: dmca }] : []),
              { path: 'login', lazy: login },
              { path: 'link', lazy: link },
              { path: 'register', lazy: register },
              { path: 'settings', lazy: settings },
              { path: 'lists', lazy: lists },
              { path: 'list/:id', lazy: list },
              { path: 'history', loader: historyLoader, lazy: history },
              ...(config.HAS_DEV_PAGES
                ? [
                    { path: 'dev', lazy: dev },
                    { path: 'dev/test', lazy: devTest },
                  ]
                : []),
              { path: 'onboarding', lazy: onboarding },
              { path: 'onboarding/extension', lazy: onboardingExtension },
              { path: 'onboarding/proxy', lazy: onboardingProxy },
              { path: 'admininfo', lazy: adminInfo },
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];

const isTitle = (path: string): boolean => path.startsWith('/media/');

export type Router = ReturnType<typeof createBrowserRouter>;

/** Reads the address at once, so it must be right by then. */
export function startRouter(): Router {
  // An old link may have been followed since the page began.
  leaveHash();
  const router = createBrowserRouter(routes);
  let last = location.pathname;
  rememberPath(last);
  router.subscribe(({ location: { pathname }, historyAction, errors }) => {
    if (Object.values(errors ?? {}).some((error) => error instanceof NotLoaded))
      void reloadOnceReachable();
    rememberPath(pathname);
    if (pathname === last) return;
    // The player's own way back is a link.
    const isBack = !isTitle(pathname) && (historyAction === 'POP' || isTitle(last));
    comeBackFrom(isBack ? last : undefined);
    last = pathname;
  });
  // In a tab that is open already an old link changes nothing but the hash.
  addEventListener('hashchange', () => {
    const path = pathOfHash(location.hash);
    if (path !== undefined) void router.navigate(path, { replace: true });
  });
  return router;
}
