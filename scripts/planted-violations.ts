// What `scripts/prove-checks.ts` plants: one violation a rule of `npm run check`.

export interface Plant {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
  readonly step: readonly [string, ...string[]];
  /** What the step must say. */
  readonly says: RegExp;
}

const LINT = ['oxlint', '--type-aware'] as const;
const ARCHITECTURE = ['node', 'scripts/check-architecture.ts'] as const;
const STYLES = ['node', 'scripts/check-styles.ts'] as const;

const lint = (rule: string, file: string, text: string, says: RegExp): Plant => ({
  rule,
  file,
  text,
  says,
  step: [...LINT, file],
});
const imports = (rule: string, file: string, target: string): Plant => ({
  rule: `import: ${rule}`,
  file,
  text: `import * as planted from '${target}';\nexport const plant = planted;\n`,
  says: new RegExp(`${rule}: ${file.replaceAll('.', '\\.')}`),
  step: ARCHITECTURE,
});
const style = (rule: string, declaration: string): Plant => ({
  rule: `style: ${rule}`,
  file: 'apps/web/src/ui/Button.module.css',
  text: `.plant {\n  ${declaration}\n}\n`,
  says: /Button\.module\.css:2/,
  step: STYLES,
});

export const WEB = 'apps/web/src';
const API = 'apps/api/src';

export const plants: readonly Plant[] = [
  lint('no any', `${WEB}/lib/plant.ts`, 'export const plant = (x: any) => x;\n', /no-explicit-any/),
  lint(
    'no cast',
    `${WEB}/lib/plant.ts`,
    'export const plant = (x: unknown) => x as string;\n',
    /type-assertion/,
  ),
  lint(
    'no !',
    `${WEB}/lib/plant.ts`,
    'export const plant = (x?: string) => x!;\n',
    /no-non-null-assertion/,
  ),
  lint(
    'no ts-ignore',
    `${WEB}/lib/plant.ts`,
    '// @ts-ignore\nexport const plant = 1;\n',
    /ban-ts-comment/,
  ),
  lint('no default export', `${WEB}/lib/plant.ts`, 'export default 1;\n', /no-default-export/),
  lint('no barrel', `${WEB}/lib/plant.ts`, "export * from './http.ts';\n", /no-barrel-file/),
  lint('no console', `${WEB}/lib/plant.ts`, 'console.log(1);\nexport {};\n', /no-console/),
  lint(
    'no fetch',
    `${WEB}/data/plant.ts`,
    "export const plant = () => fetch('/');\n",
    /no-restricted-globals/,
  ),
  lint(
    'no process',
    `${API}/http/plant.ts`,
    'export const plant = process.env;\n',
    /no-restricted-globals/,
  ),
  lint(
    'no localStorage',
    `${WEB}/lib/plant.ts`,
    'export const plant = localStorage;\n',
    /no-restricted-globals/,
  ),
  lint(
    'no floating promise',
    `${WEB}/lib/plant.ts`,
    'async function plant() {}\nplant();\nexport {};\n',
    /no-floating-promises/,
  ),
  lint(
    'exhaustive switch',
    `${WEB}/lib/plant.ts`,
    "export function plant(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n",
    /switch-exhaustiveness-check/,
  ),
  lint(
    'text from locales',
    `${WEB}/ui/Plant.tsx`,
    'export const Plant = () => <p>Hello you</p>;\n',
    /jsx-no-literals/,
  ),
  lint('250 lines', `${WEB}/lib/plant.ts`, `export {};\n${'// line\n'.repeat(251)}`, /max-lines/),
  lint(
    'four parameters',
    `${WEB}/lib/plant.ts`,
    'export const plant = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];\n',
    /max-params/,
  ),
  imports(
    'shared-is-the-bottom',
    'packages/shared/src/media/plant.ts',
    '../../../sources/src/match.ts',
  ),
  imports('shared-contract-and-media-libraries', 'packages/shared/src/media/plant.ts', 'hls.js'),
  imports('sources-look-down', 'packages/sources/src/plant.ts', '../../../apps/api/src/config.ts'),
  imports('sources-run-anywhere', 'packages/sources/src/plant.ts', 'node:fs'),
  imports(
    'a-source-is-an-island',
    'packages/sources/src/sources/open-films/plant.ts',
    '../internet-archive/internet-archive.ts',
  ),
  imports('apps-do-not-meet', `${WEB}/lib/plant.ts`, '../../../api/src/config.ts'),
  imports('apps-do-not-meet-either', `${API}/http/plant.ts`, '../../../web/src/paths.ts'),
  imports('web-lib', `${WEB}/lib/plant.ts`, '#paths.ts'),
  imports('web-ui', `${WEB}/ui/plant.ts`, '#data/session.ts'),
  imports('web-data', `${WEB}/data/plant.ts`, '#ui/Button.tsx'),
  imports('web-data-no-jsx', `${WEB}/data/plant.ts`, 'react'),
  imports('data-order-storage', `${WEB}/data/storage/plant.ts`, '#data/session.ts'),
  imports('data-order-library', `${WEB}/data/library/plant.ts`, '#data/proxies/proxied-fetch.ts'),
  imports('player-engine', `${WEB}/player/engine/plant.ts`, '#player/store/player.ts'),
  imports('player-engine-libraries', `${WEB}/player/engine/plant.ts`, 'zustand'),
  imports('player-store', `${WEB}/player/store/plant.ts`, '#player/controls/PlayButton.tsx'),
  imports('player-store-libraries', `${WEB}/player/store/plant.ts`, 'react'),
  imports('player-is-an-island', `${WEB}/player/plant.ts`, '#data/session.ts'),
  imports('controls-know-no-engine', `${WEB}/player/controls/plant.ts`, '#player/engine/html.ts'),
  imports('features-look-down', `${WEB}/features/home/plant.ts`, '#app/router.tsx'),
  imports('a-feature-is-an-island', `${WEB}/features/home/plant.ts`, '#features/watch/watch.ts'),
  imports('only-watch-plays', `${WEB}/features/home/plant.ts`, '#player/store/player.ts'),
  imports('pages-compose-features', `${WEB}/pages/plant.ts`, '#data/session.ts'),
  imports('nobody-imports-the-app', `${WEB}/ui/plant.ts`, '#app/router.tsx'),
  imports('hls-has-one-door', `${WEB}/player/engine/plant.ts`, 'hls.js'),
  imports('prisma-lives-in-db', `${API}/http/plant.ts`, '@prisma/client'),
  imports('api-http', `${API}/http/plant.ts`, '../proxy/destination.ts'),
  imports('api-db', `${API}/db/plant.ts`, '../http/route.ts'),
  imports('api-proxy', `${API}/proxy/plant.ts`, '../db/client.ts'),
  imports('api-plugins', `${API}/plugins/plant.ts`, '../routes/meta.ts'),
  imports('api-subsystems', `${API}/catalogue/plant.ts`, '../db/client.ts'),
  imports('api-routes', `${API}/routes/plant.ts`, '../db/client.ts'),
  imports('no-undeclared-package', `${WEB}/lib/plant.ts`, 'pg'),
  imports('no-orphans-in-graph', `${WEB}/lib/plant.ts`, './nowhere.ts'),
  {
    rule: 'import: no-circular',
    file: `${WEB}/lib/plant.ts`,
    text: "import * as self from './plant-b.ts';\nexport const plant = self;\n",
    says: /no-circular/,
    step: ARCHITECTURE,
  },
  {
    rule: 'file names',
    file: `${WEB}/lib/BadName.ts`,
    text: 'export const plant = 1;\n',
    says: /name: .*BadName/,
    step: ARCHITECTURE,
  },
  {
    rule: 'enum',
    file: `${WEB}/lib/plant.ts`,
    text: 'export enum Plant {\n  A,\n}\n',
    says: /TS1294/,
    step: ['tsc', '-p', 'apps/web'],
  },
  {
    rule: 'format',
    file: `${WEB}/lib/plant.ts`,
    text: 'export const plant="x"\n',
    says: /plant\.ts/,
    step: ['prettier', '--check', `${WEB}/lib/plant.ts`],
  },
  {
    rule: 'unused',
    file: `${WEB}/lib/plant.ts`,
    text: 'export const plant = 1;\n',
    says: /plant\.ts/,
    step: ['knip', '--no-progress'],
  },
  style('raw colour', 'color: #fff;'),
  style('colour name', 'color: white;'),
  style('physical direction', 'margin-left: 4px;'),
  style('raw duration', 'transition: opacity 200ms;'),
  style('important', 'display: none !important;'),
  style('outline', 'outline: none;'),
  imports('a-route-is-an-island', `${API}/routes/plant.ts`, './meta.ts'),
  imports('api-config', `${API}/config.ts`, './deps.ts'),
  imports('api-services', `${API}/services/plant.ts`, '../routes/meta.ts'),
  imports('data-order-api', `${WEB}/data/api.ts`, './query-client.ts'),
  imports('data-order-proxies', `${WEB}/data/proxies/plant.ts`, '#data/library/progress.ts'),
  imports('data-order-session', `${WEB}/data/session.ts`, './query-client.ts'),
  imports('identity-is-alone', 'packages/shared/src/identity/plant.ts', '../contract/meta.ts'),
  imports('not-to-test', `${API}/http/plant.ts`, '../../../../tests/support/raw.ts'),
  imports('web-i18n', `${WEB}/i18n/plant.ts`, '#paths.ts'),
  lint('===', `${WEB}/lib/plant.ts`, 'export const plant = (x: number) => x == 1;\n', /eqeqeq/),
  lint('no var', `${WEB}/lib/plant.ts`, 'var x = 1;\nexport const plant = x;\n', /no-var/),
  lint('const', `${WEB}/lib/plant.ts`, 'let x = 1;\nexport const plant = x;\n', /prefer-const/),
  lint(
    'promise where none is awaited',
    `${WEB}/lib/plant.ts`,
    'export const plant = (xs: number[]) => xs.forEach(async () => {});\n',
    /no-misused-promises/,
  ),
  lint(
    'throw errors',
    `${WEB}/lib/plant.ts`,
    "export const plant = () => {\n  throw 'x';\n};\n",
    /only-throw-error|no-throw-literal/,
  ),
  lint(
    'no namespace',
    `${WEB}/lib/plant.ts`,
    'export namespace Plant {\n  export const a = 1;\n}\n',
    /no-namespace/,
  ),
  lint(
    'type imports',
    `${WEB}/lib/plant.ts`,
    "import { HttpRequest } from './http.ts';\nexport type Plant = HttpRequest;\n",
    /consistent-type-imports/,
  ),
  lint(
    'rules of hooks',
    `${WEB}/lib/use-plant.ts`,
    "import { useState } from 'react';\nexport function usePlant(a: boolean) {\n  if (a) useState(1);\n}\n",
    /rules-of-hooks/,
  ),
  lint(
    'dependencies of effects',
    `${WEB}/lib/use-plant.ts`,
    "import { useEffect } from 'react';\nexport function usePlant(a: () => void) {\n  useEffect(() => a(), []);\n}\n",
    /exhaustive-deps/,
  ),
  lint(
    'no focused test',
    `${WEB}/lib/plant.test.ts`,
    "import { expect, test } from 'vitest';\ntest.only('x', () => expect(1).toBe(1));\n",
    /no-focused-tests/,
  ),
  lint(
    'no skipped test',
    `${WEB}/lib/plant.test.ts`,
    "import { expect, test } from 'vitest';\ntest.skip('x', () => expect(1).toBe(1));\n",
    /no-disabled-tests/,
  ),
];
