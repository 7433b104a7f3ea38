import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { ensureDir } from '#lib/ensure-dir.ts';
import { chmodSync, readdirSync, statSync, type Stats } from 'node:fs';
import { getuid } from 'node:process';

export interface Secrets {
  readonly sessions: string;
  readonly streamTokens: string;
  readonly proxyTokens: string;
}

/** Generates secrets that the operator didn't set, readable only by this user. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const folder = join(config.DATA_DIR, 'secrets');
  const load = async (given: string | undefined, name: string): Promise<string> =>
    given ?? (await loadOrCreate(folder, name));
  return {
    sessions: await load(config.CRYPTO_SECRET, 'crypto-secret'),
    streamTokens: await load(config.TICKET_SECRET, 'ticket-secret'),
    proxyTokens: await load(config.JWT_SECRET, 'jwt-secret'),
  };
}

async function loadOrCreate(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const existing = await readFile(path, 'utf8').catch((error) => ignoreMissing(error, folder));
  if (existing !== undefined) return checked(existing, path);
  ensureDir(folder, 0o700);
  // Link a complete file into place. Two starting processes then use the same secret, and neither reads half of it.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path).catch(ignoreExisting);
  } finally {
    await rm(draft, { force: true });
  }
  return checked(await readFile(path, 'utf8'), path);
}

function checked(text: string, path: string): string {
  const secret = text.trim();
  if (secret.length >= 32) return secret;
  throw new Error(
    `${path} doesn't contain a secret of at least 32 characters. Delete the file to generate a new one.`,
  );
}

/** Ignores a missing file. Explains denied access, because a restored backup may belong to another user. */
function ignoreMissing(error: unknown, folder: string): undefined {
  const code = codeOf(error);
  if (code === 'ENOENT') return;
  if (code !== 'EACCES') throw error;
  const { uid } = userInfo();
  throw new Error(
    `User ${uid} can't read the secrets in ${folder}. Run "chown -R ${uid} ${folder}" as root. In Docker, run "docker compose up -d", which does this for you.`,
    { cause: error },
  );
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Entries that Matinee creates in DATA_DIR, and `lost+found`, which file systems create. */
const KNOWN: ReadonlySet<string> = new Set(['backups', 'postgres', 'secrets', 'lost+found']);

/**
 * Makes DATA_DIR unreadable for other OS users. Only warns if the folder belongs to another user or has other entries,
 * because it may be shared on purpose.
 */
export function closeDataFolder(folder: string, warn: (message: string) => void): void {
  const before = statSync(folder, { throwIfNoEntry: false });
  if (!before?.isDirectory() || (before.mode & 0o077) === 0) return;
  try {
    if (isOwnedByServer(folder, before)) chmodSync(folder, 0o700);
  } catch {
    // A mounted volume may not allow it. The warning follows.
  }
  if ((statSync(folder).mode & 0o007) === 0) return;
  warn(`other users of this machine can read DATA_DIR: run chmod 700 ${folder}`);
}

const isOwnedByServer = (folder: string, { uid }: Stats): boolean =>
  uid === getuid?.() && readdirSync(folder).every((name) => KNOWN.has(name));
