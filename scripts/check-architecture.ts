// The import table (.dependency-cruiser.cjs), the names of files and exports, the place of SQL, which files load texts late, and
// that no file escaped the cruise.
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

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
const exporters = new Map<string, string[]>();
for (const file of written.filter((path) => !isTest(path))) {
  const source = readFileSync(file, 'utf8');
  const names = new Set([...source.matchAll(EXPORTED)].map(([, name = '']) => name));
  for (const name of names) exporters.set(name, [...(exporters.get(name) ?? []), file]);
}
for (const [name, files] of exporters)
  if (files.length > 1) faults.push(`exported twice: ${name} (${files.join(', ')})`);

/** They manage servers and connections, or read tables whose columns are known only at run time. */
const SQL_EXCEPTIONS = [
  /^apps\/api\/src\/database\/(?:backup|embedded)\//,
  /^apps\/api\/src\/database\/(?:migrate|pool|readiness|sql|wait-for-database)\.ts$/,
  /^apps\/api\/src\/database-import\/(?:source-database|table-importer|target-database)\.ts$/,
];
/** A literal that begins a statement, or Prisma's functions for raw SQL. */
const SQL =
  /['"`]\s*(?:SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE|WITH\s+\w+\s+AS)\s|\$(?:query|execute)Raw|Prisma\.(?:sql|raw|join)\b/;
for (const file of written) {
  if (isTest(file) || file.endsWith('.sql.ts')) continue;
  if (SQL_EXCEPTIONS.some((pattern) => pattern.test(file))) continue;
  if (SQL.test(readFileSync(file, 'utf8'))) faults.push(`SQL outside *.sql.ts: ${file}`);
}

const WEB = 'apps/web/src/';
const ROUTER = `${WEB}app/router.tsx`;
const TEXT_PARTS = ['main', 'side', 'admin'] as const;
const partRank = (file: string): number => TEXT_PARTS.indexOf(partOfFile(file.slice(WEB.length)));
/** Only the router may import a file whose texts load later: it loads them with the page. */
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

for (const fault of faults) console.error(fault);
console.log(`${cruised.size} modules cruised, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
