// The rules of “Imports” in docs/architecture.md. `$1` refers back to the folder that imports.
const TEST = '\\.test\\.tsx?$|/testing/';

/** A folder that may reach nothing of ours but what is listed (and its own files). */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: TEST },
  to: { path: '^(apps|packages)/', pathNot: ['/node_modules/', from, ...allowed] },
});

const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const SHARED = '^packages/shared/src/';
const WEB = '^apps/web/src/';
const API = '^apps/api/src/';
/** From top to bottom; above them are the files of `apps/api/src` itself. */
const API_MODULES = [
  'diagnostics',
  'scrape',
  'subtitles',
  'media-library',
  'user-data',
  'stream-relay',
  'accounts',
  'catalog',
  'proxy',
  'jobs',
  'database-import',
  'metrics',
  'http',
  'database',
  'config',
  'lib',
];
/** Folders of `media-library`, each from top to bottom; above them are the files of `remux` and `titles`. */
const LIBRARY_MODULES = {
  remux: ['subtitles', 'mp4', 'input', 'avi', 'h264', 'matroska', 'audio'],
  titles: ['indexers', 'files', 'artwork', 'catalog-copies', 'index'],
};
/** From top to bottom; above them are `ui`, `input` and `player.ts`, which composes the features. */
const PLAYER_MODULES = ['state', 'features', 'captions', 'engine'];
const COMMON = [SHARED, `${WEB}(config|paths)\\.ts$`];
const UI = [`${WEB}ui/`, `${WEB}i18n/`, `${WEB}lib/`];

module.exports = {
  forbidden: [
    never('no-circular', {}, { circular: true }, 'Cycles hide who depends on whom.'),
    never(
      'no-orphans-in-graph',
      { pathNot: TEST },
      { couldNotResolve: true },
      'Every import resolves.',
    ),
    never(
      'not-to-test',
      { path: '^(apps|packages)/', pathNot: TEST },
      { path: [TEST, '^tests/', '^scripts/'] },
      'Product code knows nothing of tests and scripts.',
    ),
    never(
      'no-undeclared-package',
      { path: '^(apps|packages)/', pathNot: [TEST, 'vite\\.config\\.ts$', 'vite-[a-z-]+\\.ts$'] },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
      'A workspace declares what it imports.',
    ),
    only('shared-is-the-bottom', '^packages/shared/src/', [], 'Shared imports nothing of ours.'),
    never(
      'shared-contract-and-media-libraries',
      { path: '^packages/shared/src/(contract|media)/', pathNot: TEST },
      { path: 'node_modules', pathNot: 'node_modules/(zod|slugify)/' },
      'They run everywhere: zod, and slugify for paths.',
    ),
    never(
      'subtitles-run-anywhere',
      { path: '^packages/shared/src/subtitles/', pathNot: TEST },
      {
        path: ['node_modules/', '^packages/shared/src/(?!subtitles/)'],
        pathNot: 'node_modules/(ass-compiler|chardet|htmlparser2|media-captions)/',
      },
      'The server reads what services send, the browser what a viewer has: files, with a few parsers.',
    ),
    never(
      'identity-is-alone',
      { path: '^packages/shared/src/identity/' },
      { path: '^packages/shared/src/contract/' },
    ),
    only('sources-look-down', '^packages/sources/src/', [SHARED], 'Sources know only shared.'),
    never(
      'sources-run-anywhere',
      { path: '^packages/sources/src/', pathNot: TEST },
      { dependencyTypes: ['core'] },
      'No node:* in code that also runs in a browser.',
    ),
    never(
      'a-source-is-an-island',
      { path: '^packages/sources/src/sources/([^/]+)/' },
      { path: '^packages/sources/src/sources/', pathNot: '^packages/sources/src/sources/$1/' },
    ),
    never(
      'apps-do-not-meet',
      { path: '^apps/web/' },
      { path: '^apps/api/' },
      'They speak over the contract.',
    ),
    never('apps-do-not-meet-either', { path: '^apps/api/' }, { path: '^apps/web/' }),
    only('the-extension-is-alone', '^apps/extension/', [], 'Pages reach it by messages only.'),
    never(
      'a-page-carries-no-library',
      { path: '^apps/extension/src/content/', pathNot: TEST },
      { path: ['node_modules/', '^apps/extension/src/(?!content/)'] },
      'The script is in every page of every site.',
    ),

    only('web-lib', `${WEB}lib/`, [SHARED], 'lib knows nothing of the product.'),
    only('web-ui', `${WEB}ui/`, [`${WEB}lib/`], 'The design system has no data and no keys.'),
    only('web-i18n', `${WEB}i18n/`, [SHARED, `${WEB}lib/`]),
    only(
      'web-data',
      `${WEB}data/`,
      [...COMMON, `${WEB}lib/`, '^packages/sources/src/'],
      'data has no UI.',
    ),
    never(
      'web-data-no-jsx',
      { path: `${WEB}data/`, pathNot: TEST },
      { path: 'node_modules/(react|react-dom)/' },
    ),
    never(
      'data-order-storage',
      { path: `${WEB}data/storage/` },
      { path: `${WEB}data/`, pathNot: `${WEB}data/storage/` },
    ),
    never(
      'data-order-session',
      { path: `${WEB}data/session\\.ts$` },
      { path: `${WEB}data/`, pathNot: `${WEB}data/(storage/|session\\.ts$)` },
    ),
    never(
      'data-order-api',
      { path: `${WEB}data/api\\.ts$` },
      { path: `${WEB}data/`, pathNot: `${WEB}data/(storage/|session\\.ts$|api\\.ts$)` },
    ),
    never(
      'data-order-user-data',
      { path: `${WEB}data/(user-data|preferences)/`, pathNot: TEST },
      { path: `${WEB}data/((account|streams|migrations)/|online\\.ts$)` },
      'account → user-data, preferences → api → session → storage.',
    ),
    never(
      'data-order-proxies',
      { path: `${WEB}data/streams/(extension|proxies)/`, pathNot: TEST },
      {
        path: `${WEB}data/`,
        pathNot: `${WEB}data/(streams/(extension|proxies)/|storage/|session\\.ts$)`,
      },
    ),
    ...PLAYER_MODULES.map((folder, at) =>
      only(
        `player-${folder}`,
        `${WEB}player/${folder}/`,
        [
          `${WEB}player/(${PLAYER_MODULES.slice(at + 1).join('|')})/`,
          `${WEB}lib/`,
          '^packages/shared/src/(media|subtitles)/',
        ],
        'The folders of the player import downwards, in the order of PLAYER_MODULES.',
      ),
    ),
    never(
      'player-features-without-react',
      { path: `${WEB}player/(features|state|captions)/`, pathNot: TEST },
      { path: 'node_modules/(react|react-dom|react-i18next)/' },
    ),
    never(
      'player-engine-libraries',
      { path: `${WEB}player/engine/`, pathNot: TEST },
      { path: 'node_modules/(react|react-dom|zustand)/' },
    ),
    never(
      'player-input-looks-down',
      { path: `${WEB}player/(input/|player\\.ts$)`, pathNot: TEST },
      { path: [`${WEB}player/ui/`, 'node_modules/(react|react-dom|react-i18next)/'] },
    ),
    only(
      'player-is-an-island',
      `${WEB}player/`,
      [...UI, '^packages/shared/src/(media|subtitles)/'],
      'It plays a Stream and knows nothing of titles, accounts or sources.',
    ),
    never(
      'player-ui-knows-no-engine',
      { path: `${WEB}player/ui/`, pathNot: TEST },
      { path: `${WEB}player/engine/`, pathNot: 'engine/engine\\.ts$' },
    ),
    only('features-look-down', `${WEB}features/([^/]+)/`, [
      ...COMMON,
      ...UI,
      `${WEB}data/`,
      `${WEB}player/`,
      `${WEB}features/$1/`,
    ]),
    never(
      'a-feature-is-an-island',
      { path: `${WEB}features/([^/]+)/` },
      { path: `${WEB}features/`, pathNot: `${WEB}features/$1/` },
    ),
    never(
      'only-watch-plays',
      { path: `${WEB}features/`, pathNot: `${WEB}features/(watch|settings|dev-video)/` },
      { path: `${WEB}player/` },
    ),
    never(
      'nobody-imports-the-app',
      { path: WEB, pathNot: `${WEB}(app/|main\\.tsx$)` },
      { path: `${WEB}app/` },
    ),

    never(
      'hls-has-one-door',
      { pathNot: [`${WEB}player/engine/hls/hls\\.ts$`, TEST] },
      { path: 'node_modules/hls\\.js/' },
    ),
    never(
      'prisma-lives-in-db',
      { path: '^(apps|packages)/', pathNot: [`${API}database/`, TEST] },
      { path: ['node_modules/@prisma/', '/generated/'], dependencyTypesNot: ['type-only'] },
    ),

    ...API_MODULES.map((folder, at) =>
      only(
        `api-${folder}`,
        `${API}${folder}/`,
        [SHARED, '^packages/sources/src/', `${API}(${API_MODULES.slice(at + 1).join('|')})/`],
        'The folders of the API import downwards, in the order of API_MODULES.',
      ),
    ),
    ...Object.entries(LIBRARY_MODULES).flatMap(([room, folders]) =>
      folders.map((folder, at) =>
        never(
          `media-library-${folder}`,
          { path: `${API}media-library/${room}/${folder}/`, pathNot: TEST },
          {
            path: `${API}media-library/${room}/`,
            pathNot: `${API}media-library/${room}/(${folders.slice(at).join('|')})/`,
          },
          'The folders of remux and titles import downwards, in the order of LIBRARY_MODULES.',
        ),
      ),
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: ['node_modules', '/generated/'] },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
