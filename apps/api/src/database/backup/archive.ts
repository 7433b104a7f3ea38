// A backup is one tar file: manifest.json, the secrets, and the compressed COPY output of each table.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { create, Header, Unpack } from 'tar';
import { z } from 'zod';

const NAME = /^[a-z_][a-z0-9_]*$/;
const SECRET = /^[a-z-]+$/;

export const BackupTable = z.object({
  name: z.string().regex(NAME),
  columns: z.array(z.string().regex(NAME)).min(1),
  rows: z.number().int().nonnegative(),
  /** The hash of the uncompressed text. */
  sha256: z.string(),
});
export type BackupTable = z.infer<typeof BackupTable>;

export const BackupManifest = z.object({
  format: z.literal(1),
  /** The version of Matinee that created the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The names of the migrations that created the tables. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(BackupTable).min(1),
  secrets: z.array(z.object({ name: z.string().regex(SECRET), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** An error that the operator can act on. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A restore failed after the data was replaced. */
export class ReplacedError extends BackupError {
  override name = 'ReplacedError';
}

const MANIFEST = 'manifest.json';
const SECRETS = 'secrets';
const MAX_MANIFEST_BYTES = 1024 * 1024;

export const tableFile = (folder: string, name: string): string =>
  path.join(folder, `${name}.copy.gz`);

/** Copies the secrets into the folder of a backup. */
export async function copySecrets(
  from: string,
  folder: string,
): Promise<BackupManifest['secrets']> {
  const names = (await fs.readdir(from).catch(() => [])).filter((name) => SECRET.test(name));
  await fs.mkdir(path.join(folder, SECRETS), { mode: 0o700 });
  return await Promise.all(
    names.toSorted().map(async (name) => {
      const secret = await fs.readFile(path.join(from, name));
      await fs.writeFile(path.join(folder, SECRETS, name), secret, { mode: 0o600 });
      return { name, sha256: sha256(secret) };
    }),
  );
}

/** Throws if `folder` isn't writable. Call it before replacing anything. */
export async function requireWritable(folder: string): Promise<void> {
  const probe = path.join(folder, 'restore.partial');
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.writeFile(probe, '', { mode: 0o600 });
    await fs.rm(probe);
  } catch (cause) {
    throw new BackupError(
      `Can't write to ${folder}, where the secrets of the backup belong. Make it writable, then restore.`,
      { cause },
    );
  }
}

/** Replaces the secrets in `to` that differ from those of the backup. */
export async function restoreSecrets(
  folder: string,
  manifest: BackupManifest,
  to: string,
): Promise<void> {
  await replaceSecrets(folder, manifest, to).catch((cause: unknown) => {
    throw new ReplacedError(
      `The data was replaced, but not the secrets in ${to}. Make the folder writable, then restore again.`,
      { cause },
    );
  });
}

async function replaceSecrets(
  folder: string,
  { secrets }: BackupManifest,
  to: string,
): Promise<void> {
  if (secrets.length > 0) await fs.mkdir(to, { recursive: true, mode: 0o700 });
  for (const { name } of secrets) {
    const secret = await fs.readFile(path.join(folder, SECRETS, name));
    const draft = path.join(to, `${name}.restored`);
    await fs.writeFile(draft, secret, { mode: 0o600 });
    await fs.rename(draft, path.join(to, name));
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Packs the files of `folder` into one file. It appears only when it is complete. */
export async function packBackup(
  folder: string,
  manifest: BackupManifest,
  file: string,
): Promise<void> {
  await fs.writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
  const draft = `${file}.partial`;
  const names = [
    MANIFEST,
    ...manifest.secrets.map(({ name }) => `${SECRETS}/${name}`),
    ...manifest.tables.map(({ name }) => path.basename(tableFile(folder, name))),
  ];
  try {
    await create({ file: draft, cwd: folder, mode: 0o600, portable: true }, names);
    await fs.chmod(draft, 0o600);
    await syncToDisk(draft);
    await moveBackup(draft, file);
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** Renames a complete file durably: it survives a power failure. */
export async function moveBackup(draft: string, file: string): Promise<void> {
  await fs.rename(draft, file);
  await syncToDisk(path.dirname(file));
}

async function syncToDisk(entry: string): Promise<void> {
  const handle = await fs.open(entry, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Unpacks a backup of at most `maxBytes` into a folder. Checks that its files exist and its secrets are intact.
 */
export async function unpackBackup(
  file: string,
  folder: string,
  maxBytes: number,
): Promise<BackupManifest> {
  const incomplete = (cause: unknown): BackupError =>
    new BackupError(`${file} isn't a complete backup of Matinee.`, { cause });
  await fs.access(file, fs.constants.R_OK).catch((cause: unknown) => {
    throw new BackupError(`Can't read the backup ${file}.`, { cause });
  });
  try {
    await unpackFiles(file, folder, maxBytes);
    const { size } = await fs.stat(path.join(folder, MANIFEST));
    if (size > MAX_MANIFEST_BYTES) throw new Error('the manifest is too large');
    const text = await fs.readFile(path.join(folder, MANIFEST), 'utf8');
    const manifest = BackupManifest.parse(JSON.parse(text));
    for (const { name } of manifest.tables) await fs.access(tableFile(folder, name));
    for (const { name, sha256: expected } of manifest.secrets) {
      const secret = await fs.readFile(path.join(folder, SECRETS, name));
      if (sha256(secret) !== expected) throw new Error(`the secret ${name} is damaged`);
    }
    return manifest;
  } catch (error) {
    throw error instanceof BackupError ? error : incomplete(error);
  }
}

const EXPECTED = /^(?:manifest\.json|secrets\/[a-z-]+|[a-z0-9_]+\.copy\.gz)$/;

/** Writes the expected files of an archive. Other entries count towards the limit. */
async function unpackFiles(file: string, folder: string, maxBytes: number): Promise<void> {
  let bytes = 0;
  const unpack = new Unpack({
    cwd: folder,
    strict: true,
    filter: (name, entry) => {
      bytes += entry.size;
      // The content of a compressed archive may be much larger than its file.
      if (bytes > maxBytes)
        unpack.abort(new BackupError('There is not enough free space to unpack the backup.'));
      return EXPECTED.test(name) && 'type' in entry && entry.type === 'File';
    },
  });
  const source = createReadStream(file);
  try {
    await new Promise<void>((resolve, reject) => {
      source.on('error', reject);
      unpack.on('error', reject).on('close', resolve);
      source.pipe(unpack);
    });
  } finally {
    source.destroy();
  }
}

const HEADER_BYTES = 512;

/** Reads only the manifest, which is the first entry. Rejects if the file isn't a backup. */
export async function readBackupManifest(file: string): Promise<BackupManifest> {
  const handle = await fs.open(file, 'r');
  try {
    const { buffer: head } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const { path: name, size = 0, cksumValid } = new Header(head);
    if (!cksumValid || name !== MANIFEST || size > MAX_MANIFEST_BYTES)
      throw new BackupError(`${path.basename(file)} isn't a backup of Matinee.`);
    const { buffer: text } = await handle.read(Buffer.alloc(size), 0, size, HEADER_BYTES);
    return BackupManifest.parse(JSON.parse(text.toString()));
  } finally {
    await handle.close();
  }
}
