interface Page {
  /** The router's path. */
  readonly route: string;
  readonly name: string;
  readonly path: string;
  readonly heading: RegExp;
  /** Whether its heading starts at the edge of the header. Searches and forms have an edge of their own: the field or the card. */
  readonly isOnGrid?: true;
  /** The option that the page requires. */
  readonly needs?: 'DMCA_EMAIL';
}

/** Every page between the header and the footer. `apps/web/src/app/router.test.tsx` compares it with the router. */
export const PAGES: readonly Page[] = [
  { route: '', name: 'home', path: '/', heading: /./ },
  { route: 'browse/:query?', name: 'browse', path: '/browse/dead', heading: /Results for/ },
  { route: 'discover', name: 'discover', path: '/discover', heading: /Discover/, isOnGrid: true },
  { route: 'library', name: 'library', path: '/library', heading: /Library/, isOnGrid: true },
  {
    route: 'library/collection/:id',
    name: 'collection',
    path: '/library/collection/none',
    heading: /./,
  },
  { route: 'settings', name: 'settings', path: '/settings', heading: /Settings/, isOnGrid: true },
  { route: 'history', name: 'history', path: '/history', heading: /./, isOnGrid: true },
  { route: 'lists', name: 'lists', path: '/lists', heading: /./ },
  { route: 'list/:id', name: 'list', path: '/list/none', heading: /./ },
  { route: 'login', name: 'login', path: '/login', heading: /./ },
  { route: 'register', name: 'register', path: '/register', heading: /./ },
  { route: 'restore', name: 'restore', path: '/restore', heading: /Restore a backup/ },
  { route: 'link', name: 'link', path: '/link', heading: /./ },
  { route: 'onboarding', name: 'onboarding', path: '/onboarding', heading: /./ },
  {
    route: 'onboarding/extension',
    name: 'onboarding-extension',
    path: '/onboarding/extension',
    heading: /./,
  },
  { route: 'onboarding/proxy', name: 'onboarding-proxy', path: '/onboarding/proxy', heading: /./ },
  { route: 'about', name: 'about', path: '/about', heading: /./, isOnGrid: true },
  { route: 'privacy', name: 'privacy', path: '/privacy', heading: /./, isOnGrid: true },
  { route: 'dmca', name: 'dmca', path: '/dmca', heading: /./, needs: 'DMCA_EMAIL' },
  { route: 'admininfo', name: 'admin', path: '/admininfo', heading: /./, isOnGrid: true },
  { route: 'dev', name: 'dev', path: '/dev', heading: /Developer tools/, isOnGrid: true },
  { route: 'dev/test', name: 'dev-test', path: '/dev/test', heading: /Test page/ },
  { route: '*', name: 'not-found', path: '/nowhere', heading: /find that page/ },
];

/** Pages of a site that sets no options. */
export const DEFAULT_PAGES = PAGES.filter(({ needs }) => needs === undefined);

/** Redirects and the player, which have their own specs. */
const OTHER_ROUTES = [
  's/:query',
  'admin',
  'search/:type/:query?',
  'media/:media',
  'media/:media/:season',
  'media/:media/:season/:episode',
  'dev/video',
];

/** Every path of the router. */
export const ROUTES: readonly string[] = [...OTHER_ROUTES, ...PAGES.map(({ route }) => route)];
