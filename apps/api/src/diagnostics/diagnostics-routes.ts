import {
  createBugReport,
  getConfiguration,
  getNewRelease,
  runServerChecks,
  type CheckEvent,
  type ConfiguredOption,
  type ServerCheckResult,
} from '@matinee/shared/contract/diagnostics';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { authOf } from '#accounts/session-lookup.ts';
import { route } from '#http/route.ts';
import type { ErrorGroups } from '#metrics/error-groups.ts';
import { describeServer } from './bug-report.ts';
import { sendEvents, type ServerSentEvent } from '#http/sse.ts';
import type { Releases } from './checks/releases.ts';
import { createCheckRunner, type ServerCheck } from './checks/run-checks.ts';

export interface DiagnosticsOptions {
  readonly checksFor: (request: FastifyRequest) => Promise<readonly ServerCheck[]>;
  readonly options: readonly ConfiguredOption[];
  readonly releases: Pick<Releases, 'findNewer'>;
  readonly errorGroups: Pick<ErrorGroups, 'list'>;
  readonly warn: (message: string) => void;
  readonly version: string;
  /** The commit of the build, if known. */
  readonly revision: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Serves administrators only. */
export function diagnosticsRoutes(about: DiagnosticsOptions): FastifyPluginAsyncZod {
  const { checksFor, errorGroups, options, releases } = about;
  const runChecks = createCheckRunner({ elapsed: () => performance.now(), warn: about.warn });
  return async (app) => {
    app.route({
      ...route(getConfiguration),
      handler: () => ({ options: [...options] }),
    });
    app.route({
      ...route(getNewRelease),
      handler: async () => ({ release: await releases.findNewer() }),
    });
    app.route({
      ...route(createBugReport),
      handler: async (request) => {
        const checks = await checksFor(request);
        const run = runChecks(checks, { owner: authOf(request).user.id, signal: request.signal });
        const results: ServerCheckResult[] = [];
        for await (const event of run) if (event.type === 'result') results.push(event);
        const { groups } = await errorGroups.list('');
        return describeServer(about, results, groups);
      },
    });
    app.route({
      ...route(runServerChecks),
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { check, subject } = request.query;
        const checks = (await checksFor(request)).filter(
          (one) =>
            (check === undefined || one.check === check) &&
            (subject === undefined || one.subject === subject),
        );
        const owner = authOf(request).user.id;
        return sendEvents(request, reply, (signal) => events(runChecks(checks, { owner, signal })));
      },
    });
  };
}

async function* events(
  run: AsyncIterable<CheckEvent>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const { type, ...data } of run) yield { event: type, data: JSON.stringify(data) };
}
