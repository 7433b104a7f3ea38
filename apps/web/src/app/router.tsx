import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { rememberPath } from '#features/watch/back-target.ts';
import { headStart } from '#features/watch/head-start.ts';
import { Browse } from '#pages/Browse.tsx';
import { Home } from '#pages/Home.tsx';
import { NotFound } from '#pages/NotFound.tsx';
import { discoverHeadStart } from './discover-head-start.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { emptyBrowseToHome } from './redirects.ts';
import { Screening } from './Screening.tsx';
import { Shell } from './Shell.tsx';
import { Waiting } from './Waiting.tsx';

/** The player and all that it needs come when a title is opened. */
const watch = async () => {
  const { Watch } = await import('#pages/Watch.tsx');
  return { Component: Watch };
};

const devVideo = async () => {
  const { DevVideo } = await import('#pages/DevVideo.tsx');
  return { Component: DevVideo };
};

/** Pages to be read are not part of what everybody loads. */
const about = async () => {
  const { About } = await import('#pages/About.tsx');
  return { Component: About };
};
const privacy = async () => {
  const { Privacy } = await import('#pages/Privacy.tsx');
  return { Component: Privacy };
};
const dmca = async () => {
  const { Dmca } = await import('#pages/Dmca.tsx');
  return { Component: Dmca };
};
const login = async () => {
  const { Login } = await import('#pages/Login.tsx');
  return { Component: Login };
};

const register = async () => {
  const { Register } = await import('#pages/Register.tsx');
  return { Component: Register };
};

const discover = async () => {
  const { Discover } = await import('#pages/Discover.tsx');
  return { Component: Discover };
};
const settings = async () => {
  const { Settings } = await import('#pages/Settings.tsx');
  return { Component: Settings };
};

const routes: RouteObject[] = [
  {
    HydrateFallback: Waiting,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        Component: Screening,
        children: [
          {
            ErrorBoundary: ErrorScreen,
            children: [
              { path: 'media/:media', lazy: watch },
              { path: 'media/:media/:season', lazy: watch },
              { path: 'media/:media/:season/:episode', lazy: watch },
              { path: 'dev/video', lazy: devVideo },
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
              { path: 'register', lazy: register },
              { path: 'settings', lazy: settings },
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
  const router = createBrowserRouter(routes);
  let last = location.pathname;
  rememberPath(last);
  router.subscribe(({ location: { pathname } }) => {
    rememberPath(pathname);
    if (pathname !== last) headStart.keepOnly(pathname);
    last = pathname;
  });
  return router;
}
