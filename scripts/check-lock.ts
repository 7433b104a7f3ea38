// Checks that every package in the lock file has a hash, which npm verifies, and no registry URL.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
const faults: string[] = [];
for (const [path, entry] of Object.entries(packages)) {
  const isInstalled = path.includes('node_modules/') && !entry.link;
  if (isInstalled && !entry.integrity?.startsWith('sha512-')) faults.push(`${path}: no integrity`);
  if (isInstalled && entry.resolved !== undefined) faults.push(`${path}: names a registry`);
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!locked.has(name)) faults.push(`${path}: its optional ${name} is not locked`);
  }
}
for (const fault of faults) console.log(fault);
if (faults.length > 0) console.log('Run `node scripts/complete-lock.mjs`.');
process.exitCode = faults.length > 0 ? 1 : 0;
