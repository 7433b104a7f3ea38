// Proves that `npm run check` bites: plants one violation a rule in a copy of the tree and expects the step to fail.
// Not part of the tests (it takes a minute); run it after changing a rule: `node scripts/prove-checks.ts`.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Plant {
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

const WEB = 'apps/web/src';
const API = 'apps/api/src';

const plants: readonly Plant[] = [
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
];

const root = process.cwd();
const copy = mkdtempSync(join(tmpdir(), 'matinee-plants-'));
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n'))
  cpSync(join(root, file), join(copy, file));
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
cpSync(join(root, 'apps/api/src/db/generated'), join(copy, 'apps/api/src/db/generated'), {
  recursive: true,
});
spawnSync('git', ['init', '-q'], { cwd: copy });

let failures = 0;
for (const { rule, file, text, step, says } of plants) {
  const path = join(copy, file);
  const before = spawnSync('test', ['-e', path]).status === 0 ? readFileSync(path) : undefined;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (rule.endsWith('no-circular'))
    writeFileSync(
      join(copy, WEB, 'lib/plant-b.ts'),
      "import * as other from './plant.ts';\nexport const b = other;\n",
    );
  const [program, ...args] = step;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
  const bites = status !== 0 && says.test(stdout + stderr);
  if (!bites) failures += 1;
  console.log(`${bites ? 'bites' : 'MISSES'}  ${rule}`);
  if (before) writeFileSync(path, before);
  else rmSync(path);
  rmSync(join(copy, WEB, 'lib/plant-b.ts'), { force: true });
}
rmSync(copy, { recursive: true, force: true });
console.log(`${plants.length - failures} of ${plants.length} planted violations were caught`);
process.exitCode = failures > 0 ? 1 : 0;
