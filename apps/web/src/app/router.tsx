import { createBrowserRouter, replace, type RouteObject } from 'react-router-dom';
import { config } from '#config.ts';
import { foldProgress } from '#data/library/progress.ts';
import { rememberPath } from '#features/watch/back-target.ts';
import { speakWhole } from '#i18n/index.ts';
import { NotLoaded, part } from '#lib/not-loaded.ts';
import { comeBackFrom } from '#lib/page-focus.ts';
import { reloadOnceReachable } from './reload-reachable.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { Browse } from '#pages/Browse.tsx';
import { Home } from '#pages/Home.tsx';
import { NotFound } from '#pages/NotFound.tsx';
import { discoverHeadStart } from './discover-head-start.ts';
import { paths } from '#paths.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { findsFilms, isFilm, keepOnlyFilm } from './film-head-start.ts';
import { leaveHash, pathOfHash } from './hash-path.ts';
import { emptyBrowseToHome, firstFound, oldSearchToBrowse, titleLoader } from './redirects.ts';
import { Root } from './Root.tsx';
import { Screening } from './Screening.tsx';
import { Shell } from './Shell.tsx';
import { Waiting } from './Waiting.tsx';

/** What is said on pages that not everybody loads comes with them. */
async function whole<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await part(Promise.all([page, speakWhole()]));
  return loaded;
}

const watch = async () => {
  const { Watch } = await whole(import('#pages/Watch.tsx'));
  await findsFilms();
  return { Component: Watch };
};

const devVideo = async () => {
  const { DevVideo } = await whole(import('#pages/DevVideo.tsx'));
  return { Component: DevVideo };
};

/** What is looked up about an address does not change with the menus that are open over it. */
const title = { lazy: watch, loader: titleLoader, shouldRevalidate: () => false };

const about = async () => {
  const { About } = await whole(import('#pages/About.tsx'));
  return { Component: About };
};
const privacy = async () => {
  const { Privacy } = await whole(import('#pages/Privacy.tsx'));
  return { Component: Privacy };
};
const dmca = async () => {
  const { Dmca } = await whole(import('#pages/Dmca.tsx'));
  return { Component: Dmca };
};
/** While the words are typed: what is needed as soon as somebody is logged in, one after the other. */
function expectAccount(): void {
  const expected = [() => import('./HeaderAccount.tsx'), () => import('#data/account/sync.ts')];
  for (const expect of expected) whenIdle(() => void expect().catch(() => undefined));
}

const login = async () => {
  const { Login } = await whole(import('#pages/Login.tsx'));
  expectAccount();
  return { Component: Login };
};

const link = async () => {
  const { Link } = await whole(import('#pages/Link.tsx'));
  expectAccount();
  return { Component: Link };
};

const register = async () => {
  const { Register } = await whole(import('#pages/Register.tsx'));
  expectAccount();
  return { Component: Register };
};

const discover = async () => {
  const { Discover } = await part(import('#pages/Discover.tsx'));
  return { Component: Discover };
};
const settings = async () => {
  const { Settings } = await whole(import('#pages/Settings.tsx'));
  return { Component: Settings };
};

const history = async () => {
  const { History } = await whole(import('#pages/History.tsx'));
  return { Component: History };
};
/** The history includes the movie that was watched a moment ago. */
function historyLoader(): null {
  foldProgress();
  return null;
}

const lists = async () => {
  const { Lists } = await whole(import('#pages/Lists.tsx'));
  return { Component: Lists };
};
const list = async () => {
  const { List } = await whole(import('#pages/List.tsx'));
  return { Component: List };
};

const dev = async () => {
  const { Dev } = await whole(import('#pages/Dev.tsx'));
  return { Component: Dev };
};
const devTest = async () => {
  const { DevTest } = await whole(import('#pages/DevTest.tsx'));
  return { Component: DevTest };
};
const onboarding = async () => {
  const { Onboarding } = await whole(import('#pages/Onboarding.tsx'));
  return { Component: Onboarding };
};
const onboardingExtension = async () => {
  const { OnboardingExtension } = await whole(import('#pages/OnboardingExtension.tsx'));
  return { Component: OnboardingExtension };
};
const onboardingProxy = async () => {
  const { OnboardingProxy } = await whole(import('#pages/OnboardingProxy.tsx'));
  return { Component: OnboardingProxy };
};

const adminInfo = async () => {
  const { AdminInfo } = await whole(import('#pages/AdminInfo.tsx'));
  return { Component: AdminInfo };
};

const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Waiting,
    ErrorBoundary: ErrorScreen,
    children: [
      { path: 's/:query', loader: firstFound },
      { path: 'admin', loader: () => replace(paths.admin) },
      { path: 'search/:type/:query?', loader: oldSearchToBrowse },
      {
        Component: Screening,
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
        Component: Shell,
        children: [
          {
            ErrorBoundary: ErrorScreen,
            children: [
              { index: true, Component: Home },
              { path: 'browse/:query?', loader: emptyBrowseToHome, Component: Browse },
              { path: 'discover', loader: discoverHeadStart, lazy: discover },
              { path: 'about', lazy: about },
              { path: 'privacy', lazy: privacy },
              { path: 'dmca', lazy: dmca },
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
              { path: '*', Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
];

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
    keepOnlyFilm(pathname);
    // The player's own way back is a link.
    const isBack = !isFilm(pathname) && (historyAction === 'POP' || isFilm(last));
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
