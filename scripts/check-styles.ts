// Checks that colors, spaces and directions come from tokens, and that every theme is complete.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { THEMES } from '../apps/web/src/data/preferences/theme.ts';

const ROOT = 'apps/web/src';
/** Files that may contain raw colors. */
const SEEDS = /styles\/(tokens|reset)\.css$|styles\/themes\//;

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly inSeeds?: boolean;
}

const rules: readonly Rule[] = [
  { name: 'raw color (use a token)', pattern: /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(/i },
  {
    name: 'color name (use a token)',
    pattern: /(?:^|[\s:,(])(?:white|black|red|blue|green|gray|grey|purple|orange|yellow)\s*[;,)]/i,
  },
  {
    name: 'physical direction (use inline/block)',
    pattern:
      /^\s*(?:margin|padding|border)-(?:left|right|top|bottom)\b|^\s*(?:left|right)\s*:|text-align:\s*(?:left|right)\b|^\s*float\s*:/,
    inSeeds: true,
  },
  {
    name: 'raw duration (use a token)',
    pattern: /(?:transition|animation)[^;]*\b\d*\.?\d+m?s\b/,
  },
  { name: '!important', pattern: /!important/, inSeeds: true },
  { name: 'outline removed without a ring', pattern: /outline:\s*(?:none|0)\s*;/ },
];

const faults: string[] = [];
const files = globSync(`${ROOT}/**/*.css`);
for (const file of files) {
  const isSeeds = SEEDS.test(file);
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/\/\* allow: .+\*\//.test(line)) continue;
    // A mask has opacity, not color.
    if (/^\s*(?:-webkit-)?mask/.test(line)) continue;
    for (const rule of rules) {
      if (isSeeds && !rule.inSeeds) continue;
      if (rule.pattern.test(line)) faults.push(`${file}:${index + 1} ${rule.name}: ${line.trim()}`);
    }
  }
}
for (const file of globSync(`${ROOT}/**/*.module.css`)) {
  const components = globSync(join(dirname(file), '*.tsx'));
  const isUsed = components.some((component) =>
    readFileSync(component, 'utf8').includes(`'./${basename(file)}'`),
  );
  if (!isUsed) faults.push(`${file} is imported by no component of its folder`);
}
const themeFiles = globSync(`${ROOT}/styles/themes/*.css`);
const loader = readFileSync(`${ROOT}/main.tsx`, 'utf8');
for (const theme of ['default', ...THEMES]) {
  const file = `${ROOT}/styles/themes/${theme}.css`;
  if (!themeFiles.includes(file)) faults.push(`${file} is missing: THEMES names the theme`);
  if (!loader.includes(`'#styles/themes/${theme}.css'`))
    faults.push(`main.tsx does not import ${file}`);
}
for (const file of themeFiles) {
  const theme = basename(file, '.css');
  if (theme !== 'default' && !THEMES.some((name) => name === theme))
    faults.push(`${file} is not in THEMES (data/preferences/theme.ts)`);
}
for (const fault of faults) console.error(fault);
console.log(`${files.length} style sheets, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
