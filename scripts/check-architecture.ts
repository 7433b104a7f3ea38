// The import table (.dependency-cruiser.cjs), the names of files and exports, and that no file escaped the cruise.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';

const Cruise = z.object({
  modules: z.array(z.object({ source: z.string() })),
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

/** Exported on both sides of the contract or the extension's protocol, with one meaning. */
const SHARED_NAMES = new Set([
  'addBookmark',
  'deleteList',
  'isoTime',
  'parseConfig',
  'prepareStream',
]);
const exporters = new Map<string, string[]>();
for (const file of written.filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))) {
  const source = readFileSync(file, 'utf8');
  const names = new Set(
    [...source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  for (const name of names) exporters.set(name, [...(exporters.get(name) ?? []), file]);
}
for (const [name, files] of exporters)
  if (files.length > 1 && !SHARED_NAMES.has(name))
    faults.push(`exported twice: ${name} (${files.join(', ')})`);

for (const fault of faults) console.error(fault);
console.log(`${cruised.size} modules cruised, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
