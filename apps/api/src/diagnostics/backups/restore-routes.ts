import {
  getRestore,
  getSetup,
  listSetupBackups,
  startRestore,
  startSetupRestore,
  startSetupUpload,
  startUpload,
  UPLOAD_PART_BYTES,
  uploadPart,
  uploadSetupPart,
} from '@matinee/shared/contract/restore';
import { readTypedCode } from '@matinee/shared/identity/typed-code';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { RegistrationMode } from '@matinee/shared/contract/meta';
import type { Invitations } from '#accounts/invitations.ts';
import { BackupError } from '#database/backup/archive.ts';
import type { Backups } from '#database/backup/backups.ts';
import type { Replicas } from '#database/replicas.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/api-error.ts';
import { route } from '#http/route.ts';
import type { AdminBackups } from './admin-backups.ts';
import { findBackup, type FoundBackup } from './find-backup.ts';
import type { Restores } from './restores.ts';
import type { Uploads } from './uploads.ts';

export interface RestoreRoutesOptions {
  readonly backups: Pick<Backups, 'list' | 'inspect' | 'folder' | 'remote'>;
  readonly listed: Pick<AdminBackups, 'list'>;
  readonly uploads: Uploads;
  /** Unset if the server can't restart itself. */
  readonly restores: Restores | undefined;
  readonly replicas: Pick<Replicas, 'others'>;
  readonly registration: RegistrationMode;
  readonly invitations: Pick<Invitations, 'ownerCode' | 'hasAccounts'>;
}

/** Serves administrators, and the operator of a new server without accounts. */
export function restoreRoutes(options: RestoreRoutesOptions): FastifyPluginAsyncZod {
  const { listed, uploads, restores, registration, invitations } = options;
  const requireNew = requireNewServer(options);
  const beginUpload = uploadStarter(options);
  const start = restoreStarter(options);

  return async (app) => {
    app.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: UPLOAD_PART_BYTES },
      (_request, body, done) => done(null, body),
    );
    app.route({
      ...route(startUpload),
      handler: async ({ body }) => await beginUpload(body.bytes),
    });
    app.route({
      ...route(uploadPart),
      handler: async ({ params, query, body }) => ({
        bytes: await uploads.append(params.id, query.offset, bytesOf(body)),
      }),
    });
    app.route({
      ...route(startRestore),
      handler: async ({ body }, reply) => await start(body, false, reply),
    });
    app.route({
      ...route(getRestore),
      handler: ({ params }) => {
        const state = restores?.stateOf(params.id);
        if (!state) throw notFound('There is no such restore.');
        return state;
      },
    });
    app.route({
      ...route(getSetup),
      handler: async () => {
        const isNew = !(await invitations.hasAccounts());
        return { isNew, needsInvitation: registration !== 'open' };
      },
    });
    app.route({
      ...route(listSetupBackups),
      handler: async ({ query }) => {
        await requireNew(query.invite);
        const { backups, bucket } = await listed.list();
        // Leave out the bucket's name, which only administrators may see.
        return {
          backups: backups.map(({ name, kind, createdAt, bytes }) => ({
            name,
            kind,
            createdAt,
            bytes,
          })),
          bucket,
        };
      },
    });
    app.route({
      ...route(startSetupUpload),
      handler: async ({ body, query }) => {
        await requireNew(query.invite);
        return await beginUpload(body.bytes);
      },
    });
    app.route({
      ...route(uploadSetupPart),
      // Check before the body is read.
      onRequest: async ({ query }) => await requireNew(Invite.parse(query).invite),
      handler: async ({ params, query, body }) => ({
        bytes: await uploads.append(params.id, query.offset, bytesOf(body)),
      }),
    });
    app.route({
      ...route(startSetupRestore),
      handler: async ({ body, query }, reply) => {
        await requireNew(query.invite);
        return await start(body, true, reply);
      },
    });
  };
}

function uploadStarter({ uploads, replicas }: RestoreRoutesOptions) {
  return async (bytes: number) => {
    await requireAlone(replicas);
    return { id: await uploads.begin(bytes) };
  };
}

function restoreStarter({ backups, uploads, restores, replicas }: RestoreRoutesOptions) {
  return async function start(
    body: { readonly name: string } | { readonly upload: string },
    onlyIfEmpty: boolean,
    reply: FastifyReply,
  ) {
    if (!restores) throw conflict("This server can't restart itself. Use npm run restore.");
    await requireAlone(replicas);
    const { file, copy }: Pick<FoundBackup, 'file' | 'copy'> =
      'name' in body ? await findBackup(backups, body.name) : { file: uploads.fileOf(body.upload) };
    // Check during the restore, because checking a large file takes longer than reverse proxies wait.
    const check = async (): Promise<void> => {
      try {
        await copy?.download();
        await backups.inspect(file);
      } catch (error) {
        throw explained(error, file);
      }
    };
    const id = restores.plan({ file, onlyIfEmpty }, check);
    if (id === undefined) throw conflict('A restore is running already.');
    // Send the response before the server stops.
    if (reply.raw.destroyed) restores.begin();
    else reply.raw.once('close', restores.begin);
    return { id };
  };
}

/** Throws a conflict if other servers run. They would continue writing and not know of the upload and the restore. */
async function requireAlone({ others }: Pick<Replicas, 'others'>): Promise<void> {
  const { count, secondsAgo, secondsLeft } = await others();
  if (count === 0) return;
  const seen = count === 1 ? 'Another server was' : `${count} other servers were, the last of them`;
  throw conflict(
    `${seen} seen on this database ${secondsAgo} seconds ago. Stop all servers but this one, then try again. If it crashed, or was killed, try again in ${secondsLeft} seconds.`,
  );
}

const Invite = z.object({ invite: z.string().max(100).catch('') });

/** Throws if there is an account, or if the owner's invitation is needed and missing. */
function requireNewServer({ invitations, registration }: RestoreRoutesOptions) {
  return async (invite: string): Promise<void> => {
    if (await invitations.hasAccounts())
      throw forbidden('This server has an account already. Its administrators can restore.');
    if (registration === 'open') return;
    const expected = await invitations.ownerCode();
    const given = readTypedCode(invite);
    if (expected === undefined || given === undefined || !isEqual(given, expected))
      throw forbidden("Open the link for the owner's account, which the server printed.");
  };
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  throw badRequest('Send the part as application/octet-stream.');
}

/** Removes the server's paths from an error, because anyone may read it on a new server. */
function explained(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return new Error(error.message.replaceAll(file, 'The file'));
  if (!(error instanceof Error && 'code' in error)) return error;
  return new Error(`The server can't store or read the file: ${String(error.code)}.`);
}
