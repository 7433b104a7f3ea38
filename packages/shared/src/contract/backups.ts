// Backups of the database and the secrets, for administrators.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const BackupInfo = z.object({
  /** The name of the file. */
  name: z.string(),
  kind: z.enum(['nightly', 'manual', 'before-upgrade', 'before-restore']),
  /** ISO 8601. */
  createdAt: z.string(),
  bytes: z.number(),
  /** The address of the copy, such as `s3://bucket/folder`. Null if there is none. */
  remote: z.string().nullable(),
  /** The version of Matinee that made the backup. Null if the file can't be read, or is only in the bucket. */
  version: z.string().nullable(),
  /** Whether the server verified the new backup by restoring it to a scratch schema. */
  isVerified: z.boolean(),
});
export type BackupInfo = z.infer<typeof BackupInfo>;

/** The bucket of an S3-compatible service. Null if none is configured. */
export const BackupBucket = z
  .object({
    /** A code, such as `AccessDenied`, if the backups couldn't be listed. */
    failure: z.string().nullable(),
  })
  .nullable();

const BUDGET = {
  bucket: 'backups',
  max: 120,
  seconds: 600,
  by: 'account',
  store: 'memory',
} as const;

const Name = z.object({ name: z.string().max(100) });
const BUCKET_ERRORS = { 502: 'The S3-compatible service cannot be used.' } as const;

export const listBackupFiles = endpoint({
  method: 'GET',
  path: '/diagnostics/backups',
  summary: 'Lists the backups of this server, the newest first.',
  access: 'admin',
  budget: BUDGET,
  reply: z.object({
    backups: z.array(BackupInfo),
    bucket: BackupBucket,
    /** Whether the server makes a backup every night. */
    isNightly: z.boolean(),
    /** The number of nightly backups to keep. */
    keep: z.number().int(),
  }),
});

/** Events during a backup. In SSE, `type` is the event name and the rest is its data. */
export const BackupEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    /** `checking`: the backup is restored to a scratch schema and compared. */
    stage: z.enum(['saving', 'checking']),
    /** The progress from 0 to 1 over both stages. */
    fraction: z.number(),
  }),
  BackupInfo.extend({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type BackupEvent = z.infer<typeof BackupEvent>;

export const makeBackup = endpoint({
  method: 'POST',
  path: '/diagnostics/backups',
  summary:
    'Makes a backup, and sends its progress as server-sent events. Closing the connection cancels.',
  access: 'admin',
  budget: BUDGET,
  reply: z.string(),
  errors: { 409: 'A backup is being made already.' },
});

export const linkBackup = endpoint({
  method: 'POST',
  path: '/diagnostics/backups/:name/link',
  summary: 'Returns a path from which a browser can download a backup for the next minute.',
  access: 'admin',
  budget: BUDGET,
  params: Name,
  reply: z.object({ path: z.string() }),
  errors: { ...BUCKET_ERRORS, 404: 'There is no such backup.' },
});

export const downloadBackup = endpoint({
  method: 'GET',
  path: '/diagnostics/backups/:name/file',
  summary: 'Sends a backup. The token is from the link of an administrator.',
  access: 'public',
  params: Name,
  query: z.object({ token: z.string().max(1_000) }),
  reply: z.string(),
  errors: {
    ...BUCKET_ERRORS,
    403: 'The link is not valid, or has expired.',
    404: 'There is no such backup.',
  },
});
