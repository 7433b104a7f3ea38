// Checks the import table (.dependency-cruiser.cjs), the names of files and exports, the location of SQL, what is
// measured, how comments begin, the files that load texts late, and that the import check covers all files.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { partOfFile } from '../apps/web/vite-locale-files.ts';

const Cruise = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(z.object({ resolved: z.string() })),
    }),
  ),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
      }),
    ),
  }),
});

function capture(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    // depcruise exits with the number of violations and still prints its report
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string')
      return error.stdout;
    throw error;
  }
}

const report = Cruise.parse(
  JSON.parse(
    capture('depcruise', ['--config', '.dependency-cruiser.cjs', '-T', 'json', 'apps', 'packages']),
  ),
);
const faults = report.summary.violations.map(
  ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
);

const written = globSync('{apps,packages}/**/*.{ts,tsx}', {
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|generated)$/.test(path),
}).filter((file) => !file.endsWith('.d.ts'));
const cruised = new Set(report.modules.map((module) => module.source));
for (const file of written) {
  if (!cruised.has(file)) faults.push(`not cruised: ${file}`);
  const name = basename(file)
    .replace(/\.(test|config|module|sql)(?=\.)/, '')
    .replace(/\.tsx?$/, '');
  const isNamedWell = file.endsWith('.tsx')
    ? /^[A-Z][A-Za-z0-9]*$/.test(name) ||
      name === 'main' ||
      name === 'router' ||
      file.endsWith('.test.tsx')
    : /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || /^use[A-Z][A-Za-z]*$/.test(name);
  if (!isNamedWell) faults.push(`name: ${file} (kebab-case.ts, PascalCase.tsx, useThing.ts)`);
}

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
const product = written
  .filter((file) => !isTest(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
const exporters = new Map<string, string[]>();
for (const { file, source } of product) {
  const names = new Set([...source.matchAll(EXPORTED)].map(([, name = '']) => name));
  for (const name of names) exporters.set(name, [...(exporters.get(name) ?? []), file]);
}
for (const [name, files] of exporters)
  if (files.length > 1) faults.push(`exported twice: ${name} (${files.join(', ')})`);

/** Files that manage servers and connections, or read tables with columns that are known only at run time. */
const SQL_EXCEPTIONS = [
  /^apps\/api\/src\/database\/(?:backup|embedded)\//,
  /^apps\/api\/src\/database\/(?:migrate|pool|readiness|sql|wait-for-database)\.ts$/,
  /^apps\/api\/src\/database-import\/(?:source-database|table-importer|target-database)\.ts$/,
];
/** Matches a literal that begins a statement, and Prisma's functions for raw SQL. */
const SQL =
  /['"`]\s*(?:SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE|WITH\s+\w+\s+AS)\s|\$(?:query|execute)Raw|Prisma\.(?:sql|raw|join)\b/;
for (const { file, source } of product) {
  if (file.endsWith('.sql.ts')) continue;
  if (SQL_EXCEPTIONS.some((pattern) => pattern.test(file))) continue;
  if (SQL.test(source)) faults.push(`SQL outside *.sql.ts: ${file}`);
}

/** In the API, each cache counts its lookups, and everything that is polled counts its retries. */
const MEASURED = [
  { what: /\bnew LRUCache</g, by: /\bcountLookup\(/g, fault: 'a cache without countLookup' },
  {
    what: /\b(?:poll|createPolledValue|stremioAddons)\(/g,
    by: /\bonRetry: \(\) => countRetry\(/g,
    fault: 'polled without countRetry',
  },
];
const count = (source: string, pattern: RegExp): number => source.match(pattern)?.length ?? 0;
for (const { file, source } of product.filter((one) => one.file.startsWith('apps/api/')))
  for (const { what, by, fault } of MEASURED)
    if (count(source, by) < count(source, what)) faults.push(`${fault}: ${file}`);

const COMMENT = /^[ \t]*(?:\/\/.*(?:\n[ \t]*\/\/.*)*|\{?\/\*[\s\S]*?\*\/)|[ \t]\/\/ .*$/gm;
const COMMENT_MARKS = /^[ \t]*(?:\{?\/?\*+\/?|\/\/+)/gm;
/** A comment begins with a verb or the thing itself, and names the actor. */
const VAGUE = /^\s*(?:What|Who|Of|So|As)\b|\b(?:[Ss]omebody|[Ww]hoever|[Nn]obody['’]s)\b/;
for (const file of [...written, ...globSync('{scripts,tests}/**/*.ts')])
  for (const [comment] of readFileSync(file, 'utf8').matchAll(COMMENT)) {
    const [vague] = VAGUE.exec(comment.replaceAll(COMMENT_MARKS, '')) ?? [];
    if (vague !== undefined)
      faults.push(`comment with “${vague.trim()}”: ${file}: ${comment.trim()}`);
  }

const WEB = 'apps/web/src/';
const ROUTER = `${WEB}app/router.tsx`;
const TEXT_PARTS = ['main', 'side', 'admin'] as const;
const partRank = (file: string): number => TEXT_PARTS.indexOf(partOfFile(file.slice(WEB.length)));
/** Only the router may import a file with late texts, because it loads them with the page. */
for (const { source, dependencies } of report.modules) {
  if (!source.startsWith(WEB) || isTest(source) || source === ROUTER) continue;
  for (const { resolved } of dependencies)
    if (resolved.startsWith(WEB) && partRank(resolved) > partRank(source))
      faults.push(`its texts load later: ${source} → ${resolved}`);
}
const PAGE_LOADERS = { main: /^page$/, side: /^(?:sidePage|loginPage)$/, admin: /^adminPage$/ };
const lazyPages = [
  ...readFileSync(ROUTER, 'utf8').matchAll(/(\w*[pP]age)\(\s*\(\) => import\('#([^']+)'\)/g),
];
if (lazyPages.length === 0) faults.push(`${ROUTER} loads no pages`);
for (const [, loader = '', path = ''] of lazyPages)
  if (!PAGE_LOADERS[partOfFile(path)].test(loader))
    faults.push(`${ROUTER} loads ${path} with ${loader}, and not with its texts`);

const LONG_LINES = 300;
const long = product
  .map(({ file, source }) => ({ file, lines: count(source, /\n/g) }))
  .filter(({ lines }) => lines > LONG_LINES)
  .map(({ file, lines }) => `${file} (${lines})`);
if (long.length > 0)
  console.log(`note: ${long.length} files of more than ${LONG_LINES} lines: ${long.join(', ')}`);

for (const fault of faults) console.error(fault);
console.log(`${cruised.size} modules cruised, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
