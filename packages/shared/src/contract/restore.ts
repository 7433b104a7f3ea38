// Restores a backup, for administrators and on a new server without accounts.
import { z } from 'zod';
import { BackupBucket, BackupInfo } from './backups.ts';
import { endpoint } from './endpoint.ts';

/** The maximum size of a part of an upload. Small, for reverse proxies' limits and slow connections. */
export const UPLOAD_PART_BYTES = 512 * 1024;

const RESTORE = { bucket: 'restore', max: 60, seconds: 600, store: 'memory' } as const;
/** A gigabyte has two thousand parts. */
const PARTS = { bucket: 'restore_parts', max: 60_000, seconds: 600, store: 'memory' } as const;

const UPLOAD_ERRORS = {
  409: 'A restore is running, or other servers use the database.',
  507: 'There is not enough free space for the file.',
} as const;
const PART_ERRORS = {
  404: 'There is no such upload, or a later one has replaced it.',
  409: 'The part does not begin where the last one ended, and is not the last one again.',
} as const;
const RESTORE_ERRORS = {
  404: 'There is no such backup or upload.',
  409: 'A restore is running, other servers use the database, or this server cannot restart itself.',
  502: 'The S3-compatible service cannot be used.',
} as const;

const Upload = z.object({ id: z.string() });
const UploadParams = z.object({ id: z.string().max(100) });
const PartQuery = z.object({ offset: z.coerce.number().int().min(0) });
const NewUpload = z.object({ bytes: z.number().int().positive() });
const Started = z.object({ id: z.string() });
/** A backup of the server or its bucket, or an upload. */
const Restored = z.union([
  z.object({ name: z.string().max(100) }),
  z.object({ upload: z.string().max(100) }),
]);

export const startUpload = endpoint({
  method: 'POST',
  path: '/diagnostics/uploads',
  summary: 'Begins the upload of a backup. It replaces an earlier one.',
  access: 'admin',
  budget: RESTORE,
  body: NewUpload,
  reply: Upload,
  errors: UPLOAD_ERRORS,
});

export const uploadPart = endpoint({
  method: 'PUT',
  path: '/diagnostics/uploads/:id',
  summary: 'Appends bytes (`application/octet-stream`) to an upload.',
  access: 'admin',
  budget: PARTS,
  params: UploadParams,
  query: PartQuery,
  reply: z.object({ bytes: z.number() }),
  errors: PART_ERRORS,
});

export const startRestore = endpoint({
  method: 'POST',
  path: '/diagnostics/restore',
  summary:
    'Replaces all data with that of a backup on the server or of an upload. The server restarts.',
  access: 'admin',
  budget: RESTORE,
  body: Restored,
  reply: Started,
  errors: RESTORE_ERRORS,
});

export const getRestore = endpoint({
  method: 'GET',
  path: '/diagnostics/restore/:id',
  summary: 'Tells how a restore goes. Only who started it knows its ID.',
  access: 'public',
  params: UploadParams,
  reply: z.discriminatedUnion('is', [
    /** `checking`: the server checks the file, and downloads it first if it is only in the bucket. */
    z.object({ is: z.enum(['checking', 'running', 'done']) }),
    z.object({
      is: z.literal('failed'),
      message: z.string(),
      /** True if the data was replaced before the failure. */
      isReplaced: z.boolean().optional(),
    }),
  ]),
  errors: { 404: 'There is no such restore.' },
});
export type RestoreState = z.infer<(typeof getRestore)['reply']>;

export const getSetup = endpoint({
  method: 'GET',
  path: '/setup',
  summary: 'Tells whether the server is new: it has no account yet.',
  access: 'public',
  budget: { bucket: 'setup', max: 600, seconds: 600, store: 'memory' },
  reply: z.object({
    isNew: z.boolean(),
    /** Whether the owner's invitation is needed. The server prints it when it starts. */
    needsInvitation: z.boolean(),
  }),
});

/** The owner's invitation, if `needsInvitation` is true. */
const Invite = z.object({ invite: z.string().max(100).default('') });
const SETUP_ERRORS = {
  403: 'The server has an account already, or the invitation is wrong.',
} as const;

export const listSetupBackups = endpoint({
  method: 'GET',
  path: '/setup/backups',
  summary: 'Lists the backups of a new server and its bucket, the newest first.',
  access: 'public',
  budget: RESTORE,
  query: Invite,
  reply: z.object({
    backups: z.array(BackupInfo.pick({ name: true, kind: true, createdAt: true, bytes: true })),
    bucket: BackupBucket,
  }),
  errors: SETUP_ERRORS,
});

export const startSetupUpload = endpoint({
  method: 'POST',
  path: '/setup/uploads',
  summary: 'Begins the upload of a backup to a new server.',
  access: 'public',
  budget: RESTORE,
  query: Invite,
  body: NewUpload,
  reply: Upload,
  errors: { ...UPLOAD_ERRORS, ...SETUP_ERRORS },
});

export const uploadSetupPart = endpoint({
  method: 'PUT',
  path: '/setup/uploads/:id',
  summary: 'Appends bytes (`application/octet-stream`) to an upload to a new server.',
  access: 'public',
  budget: PARTS,
  params: UploadParams,
  query: PartQuery.extend(Invite.shape),
  reply: z.object({ bytes: z.number() }),
  errors: { ...PART_ERRORS, ...SETUP_ERRORS },
});

export const startSetupRestore = endpoint({
  method: 'POST',
  path: '/setup/restore',
  summary: 'Restores a backup on a new server, which then restarts.',
  access: 'public',
  budget: RESTORE,
  query: Invite,
  body: Restored,
  reply: Started,
  errors: { ...RESTORE_ERRORS, ...SETUP_ERRORS },
});
