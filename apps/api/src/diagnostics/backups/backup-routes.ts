import {
  downloadBackup,
  linkBackup,
  listBackupFiles,
  makeBackup,
  type BackupEvent,
} from '@matinee/shared/contract/backups';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { sendEvents, type ServerSentEvent } from '#http/sse.ts';
import type { AdminBackups } from './admin-backups.ts';

export interface BackupRoutesOptions {
  readonly backups: AdminBackups;
  /** Whether the server makes a backup every night. */
  readonly isNightly: boolean;
  /** The number of nightly backups to keep. */
  readonly keep: number;
}

/** A client that reads nothing for this long is disconnected. */
const STALL_TIMEOUT_MS = 60_000;

/** Serves administrators. Anyone with a link can download, but only administrators get one. */
export function backupRoutes(options: BackupRoutesOptions): FastifyPluginAsyncZod {
  const { backups, isNightly, keep } = options;
  // The contract describes a file as text.
  const { schema: described, ...download } = route(downloadBackup);
  const { response: _text, ...schema } = described;
  return async (app) => {
    app.route({
      ...route(listBackupFiles),
      handler: async () => ({ ...(await backups.list()), isNightly, keep }),
    });
    app.route({
      ...route(makeBackup),
      handler: async (request, reply) => {
        const leaving = new AbortController();
        const made = backups.make(leaving.signal);
        return sendEvents(request, reply, (signal) => {
          signal.addEventListener('abort', () => leaving.abort(), { once: true });
          if (signal.aborted) leaving.abort();
          return events(made);
        });
      },
    });
    app.route({
      ...route(linkBackup),
      handler: async ({ params }) => ({ path: await backups.link(params.name) }),
    });
    app.route({
      ...download,
      schema,
      config: { ...download.config, isTransfer: true },
      exposeHeadRoute: false,
      handler: async ({ params: { name }, query }, reply) => {
        const { bytes, stream } = await backups.open(name, query.token);
        reply.raw.setTimeout(STALL_TIMEOUT_MS, () => reply.raw.destroy());
        return reply
          .headers({
            'content-length': bytes,
            'content-disposition': `attachment; filename="${name}"`,
            'cache-control': 'no-store',
          })
          .type('application/x-tar')
          .send(stream);
      },
    });
  };
}

async function* events(
  made: AsyncIterable<BackupEvent>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const { type, ...data } of made) yield { event: type, data: JSON.stringify(data) };
}
