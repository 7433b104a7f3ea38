// Backups on the diagnostics page. Administrators list, create and download them.
import type { BackupBucket, BackupEvent, BackupInfo } from '@matinee/shared/contract/backups';
import { createAsyncQueue, type AsyncQueue } from '@matinee/shared/lib/async-queue';
import { jwtVerify, SignJWT } from 'jose';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { BackupError, readBackupManifest } from '#database/backup/archive.ts';
import type { BackupFile } from '#database/backup/backup-folder.ts';
import type { RemoteBackup } from '#database/backup/remote-backups.ts';
import type { BackupProgress, Backups } from '#database/backup/backups.ts';
import { conflict, forbidden } from '#http/api-error.ts';
import { findBackup } from './find-backup.ts';

export interface AdminBackupsOptions {
  readonly backups: Pick<Backups, 'create' | 'list' | 'remote' | 'folder'>;
  /** The URL of the database, which may change. */
  readonly url: () => string;
  /** Signs links. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

export interface AdminBackups {
  readonly list: () => Promise<BackupList>;
  /** Throws an `ApiError` while the server creates another backup. */
  readonly make: (signal: AbortSignal) => AsyncGenerator<BackupEvent, void, undefined>;
  /** Returns a path that lets anyone download the backup for a minute. */
  readonly link: (name: string) => Promise<string>;
  readonly open: (name: string, token: string) => Promise<OpenBackup>;
}

export interface BackupList {
  readonly backups: BackupInfo[];
  readonly bucket: z.infer<typeof BackupBucket>;
}

interface OpenBackup {
  readonly bytes: number;
  readonly stream: Readable;
}

const LINK_SECONDS = 60;

export function createAdminBackups(options: AdminBackupsOptions): AdminBackups {
  const { backups, now } = options;
  const key = new TextEncoder().encode(`${options.secret} of backup links`);
  let isMaking = false;

  return {
    list: () => listAll(backups),
    make: (signal) => {
      if (isMaking) throw conflict('A backup is being made already. Wait until it is done.');
      isMaking = true;
      const { events, ended } = startBackup(options, signal);
      void ended.finally(() => (isMaking = false));
      return events;
    },
    link: async (name) => {
      await findBackup(backups, name);
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(name)
        .setExpirationTime(Math.floor(now() / 1000) + LINK_SECONDS)
        .sign(key);
      return `/diagnostics/backups/${name}/file?token=${token}`;
    },
    open: async (name, token) => {
      const currentDate = new Date(now());
      const limits = { algorithms: ['HS256'], subject: name, currentDate };
      const verified = await jwtVerify(token, key, limits).catch(() => undefined);
      if (!verified) throw forbidden('This link has expired. Start the download again.');
      const { bytes, copy, file } = await findBackup(backups, name);
      return { bytes, stream: copy ? await copy.open() : createReadStream(file) };
    },
  };
}

type Listed = Pick<Backups, 'list' | 'remote'>;

/** Lists backups on this disk even if the bucket can't be listed. */
async function listAll({ list, remote }: Listed): Promise<BackupList> {
  const [here, there] = await Promise.all([list(), remote?.listNow()]);
  const copies = there?.backups ?? [];
  const address = remote?.address ?? null;
  const names = new Set(copies.map(({ name }) => name));
  const listed = await Promise.all(
    here.map(async (file) => {
      const info = await describe(file);
      return names.has(info.name) ? { ...info, remote: address } : info;
    }),
  );
  for (const { name } of listed) names.delete(name);
  const elsewhere = copies.filter(({ name }) => names.has(name));
  const all = [...listed, ...elsewhere.map((copy) => describeCopy(copy, address))];
  return {
    backups: all.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
    bucket: there ? { failure: there.failure ?? null } : null,
  };
}

async function describe({ file, kind, createdAt, bytes }: BackupFile): Promise<BackupInfo> {
  const manifest = await readBackupManifest(file).catch(() => undefined);
  return {
    name: path.basename(file),
    kind,
    createdAt: new Date(createdAt).toISOString(),
    bytes,
    remote: null,
    version: manifest?.version ?? null,
    // Only a later version can verify a backup of its data.
    isVerified: manifest !== undefined && !manifest.version.startsWith('later'),
  };
}

/** Describes a copy in the bucket as verified, because only verified backups are uploaded. */
const describeCopy = (
  { name, kind, createdAt, bytes }: RemoteBackup,
  remote: string | null,
): BackupInfo => ({
  name,
  kind,
  createdAt: new Date(createdAt).toISOString(),
  bytes,
  remote,
  version: null,
  isVerified: true,
});

/** The share of the time that saving takes. */
const SAVING = 0.4;

/** Starts immediately, even if nobody reads the events. */
function startBackup({ backups, url, warn }: AdminBackupsOptions, signal: AbortSignal) {
  const events = createAsyncQueue<BackupEvent>();
  const onProgress = ({ stage, done, of }: BackupProgress): void => {
    const part = done / Math.max(of, 1);
    const fraction = stage === 'saving' ? part * SAVING : SAVING + part * (1 - SAVING);
    events.push({ type: 'progress', stage, fraction });
  };
  const fail = (error: unknown): void => {
    if (!signal.aborted) warn(`the backup failed: ${String(error)}`);
    const isKnown = error instanceof BackupError;
    events.push({ type: 'failed', message: isKnown ? error.message : "See the server's log." });
  };
  const ended = backups
    .create(url(), 'manual', signal, onProgress)
    .then(async (made) => {
      // Use the listed backup, which has the time of the file's name.
      const listed = (await backups.list()).find(({ file }) => file === made.file) ?? made;
      events.push({ type: 'done', ...(await describe(listed)) });
    })
    .catch(fail);
  return { events: untilEnd(events), ended };
}

async function* untilEnd(
  events: AsyncQueue<BackupEvent>,
): AsyncGenerator<BackupEvent, void, undefined> {
  for (;;) {
    const event = await events.next();
    if (!event) continue;
    yield event;
    if (event.type !== 'progress') return;
  }
}
