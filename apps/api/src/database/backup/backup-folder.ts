// The folder for backups.
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { unpackBackup, type BackupManifest } from './archive.ts';
import { ensureDir } from '#lib/ensure-dir.ts';

/** The reason for a backup. Each kind has its own limit. */
export type BackupKind = 'nightly' | 'manual' | 'before-upgrade' | 'before-restore';

export interface BackupFile {
  readonly file: string;
  readonly kind: BackupKind;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly bytes: number;
}

/** Restore points are needed in the days after an upgrade or a restore. */
const KEEP_RESTORE_POINTS = 3;
const NAME = /^matinee-(nightly|manual|before-upgrade|before-restore)-(\d{8}T\d{6}Z)\.tar$/;
const WORK = 'work-';
/** A process touches its work folders this often. */
const TOUCH_EVERY_MS = 60 * 1000;
/** A work folder that hasn't been touched for this long belongs to a process that died. */
const WORK_LEFT_AFTER_MS = 10 * TOUCH_EVERY_MS;
/** Longer for uploads, which may pause. */
const PARTIAL_LEFT_AFTER_MS = 24 * 60 * 60 * 1000;

/** Creates the folder, and removes files of processes that died. */
export async function prepareFolder(folder: string, now: number): Promise<void> {
  ensureDir(folder, 0o700);
  for (const name of await fs.readdir(folder)) {
    const isWork = name.startsWith(WORK);
    if (!isWork && !name.endsWith('.partial')) continue;
    const left = path.join(folder, name);
    const stats = await fs.stat(left).catch(() => undefined);
    const leftAfterMs = isWork ? WORK_LEFT_AFTER_MS : PARTIAL_LEFT_AFTER_MS;
    if (stats && now - stats.mtimeMs > leftAfterMs) {
      await fs.rm(left, { recursive: true, force: true });
    }
  }
}

/** Runs `work` with a temporary folder. */
export async function withWorkFolder<T>(
  folder: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const made = await fs.mkdtemp(path.join(folder, WORK));
  const touching = setInterval(() => {
    const now = new Date();
    fs.utimes(made, now, now).catch(() => undefined);
  }, TOUCH_EVERY_MS);
  try {
    return await work(made);
  } finally {
    clearInterval(touching);
    await fs.rm(made, { recursive: true, force: true });
  }
}

/** Runs `work` with the unpacked files of a backup. */
export const withUnpacked = <T>(
  folder: string,
  file: string,
  work: (manifest: BackupManifest, folder: string) => Promise<T>,
): Promise<T> =>
  withWorkFolder(folder, async (made) => {
    const { bavail, bsize } = await fs.statfs(made);
    return await work(await unpackBackup(file, made, bavail * bsize), made);
  });

/** Returns the newest first. */
export async function listBackups(folder: string): Promise<readonly BackupFile[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => describeFile(folder, name)));
  return files.filter((file) => file !== undefined).toSorted((a, b) => b.createdAt - a.createdAt);
}

/** Deletes the oldest backups of a kind, but no manual ones. */
export async function prune(folder: string, kind: BackupKind, keepNightly: number): Promise<void> {
  if (kind === 'manual') return;
  const keep = kind === 'nightly' ? keepNightly : KEEP_RESTORE_POINTS;
  const files = (await listBackups(folder)).filter((backup) => backup.kind === kind);
  for (const { file } of files.slice(keep)) await fs.rm(file, { force: true });
}

/** Names a new backup after its time. */
export async function freeName(folder: string, kind: BackupKind, now: number): Promise<string> {
  for (let at = now; ; at += 1_000) {
    const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const file = path.join(folder, `matinee-${kind}-${stamp}.tar`);
    const exists = await fs.access(file).then(
      () => true,
      () => false,
    );
    if (!exists) return file;
  }
}

/** Reads the kind and time of a backup from its name. Undefined for other names. */
export function readBackupName(name: string): Pick<BackupFile, 'kind' | 'createdAt'> | undefined {
  const [, kind, stamp = ''] = NAME.exec(name) ?? [];
  if (!isKind(kind)) return undefined;
  const time = stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z');
  return { kind, createdAt: Date.parse(time) };
}

async function describeFile(folder: string, name: string): Promise<BackupFile | undefined> {
  const read = readBackupName(name);
  if (!read) return undefined;
  const file = path.join(folder, name);
  const stats = await fs.stat(file).catch(() => undefined);
  return stats && { file, ...read, bytes: stats.size };
}

const isKind = (kind: string | undefined): kind is BackupKind =>
  kind === 'nightly' || kind === 'manual' || kind === 'before-upgrade' || kind === 'before-restore';
