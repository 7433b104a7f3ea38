// Writes THIRD_PARTY from the lock file and the installed packages; `--check` only says whether it is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
const Manifest = z.object({ license: z.string().optional() });

function licenceOf(path: string): string {
  const file = `${path}/package.json`;
  if (!existsSync(file)) return 'see the package';
  return Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).license ?? 'see the package';
}

const lock = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const rows = new Set<string>();
for (const [path, entry] of Object.entries(lock.packages)) {
  const name = path.split('node_modules/').at(-1);
  if (!path.includes('node_modules/') || entry.link || entry.dev || entry.devOptional || !name)
    continue;
  rows.add(`${name} ${entry.version ?? ''} — ${entry.license ?? licenceOf(path)}`);
}

const text = `Matinee contains, or is run with, the packages below (from package-lock.json; made by \`npm run third-party\`).
Each stays under its own licence, whose text is in the package.

${[...rows].toSorted((a, b) => a.localeCompare(b, 'en')).join('\n')}

Titles, posters and their data come from TMDB when the operator sets a key. This product uses TMDB and the
TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.
`;

if (process.argv.includes('--check')) {
  const isFresh = existsSync('THIRD_PARTY') && readFileSync('THIRD_PARTY', 'utf8') === text;
  console.log(isFresh ? 'THIRD_PARTY is up to date' : 'THIRD_PARTY is stale: npm run third-party');
  process.exitCode = isFresh ? 0 : 1;
} else {
  writeFileSync('THIRD_PARTY', text);
  console.log(`${rows.size} packages`);
}
