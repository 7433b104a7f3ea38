import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchemaCompiler,
  type FastifySerializerCompiler,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { acceptJson } from './json-body.ts';
import { decodePath } from './decode-path.ts';
import { cors, securityHeaders } from './plugins/response-headers.ts';
import { sendClientError, sendError, errors } from './plugins/errors.ts';
import { ipRateLimit } from './plugins/ip-rate-limit.ts';
import { hostGuard } from './plugins/host-guard.ts';
import { requestLog } from './plugins/request-log.ts';
import { traceRequests } from './plugins/trace-requests.ts';
import { knownHosts, tracesUrl, type Config } from '#config/config.ts';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';

/** An ID of 255 percent-encoded characters with up to four bytes each. */
const MAX_PARAM_LENGTH = 255 * 4 * 3;
const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Long enough to receive 8 MiB over a slow connection. Responses have no limit, because a movie takes hours.
 */
const REQUEST_LIMIT_MS = 120_000;

export function createServer({ config, log, metrics }: ServerContext): FastifyInstance {
  const proxies = config.TRUSTED_PROXIES;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Needed for 2.2 times the plainest proxy (`npm run bench:proxy`): a child logger costs 4 of the 85 µs of a small
    // response.
    childLoggerFactory: (logger) => logger,
    genReqId: ({ headers }) => {
      // Use a given request ID only behind a trusted proxy.
      const given = proxies.length > 0 ? headers['x-request-id'] : undefined;
      return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
    },
    trustProxy: proxies.length > 0 ? proxies : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    // Close connections, because an open event stream or idle keep-alive socket would delay the shutdown forever.
    forceCloseConnections: true,
    // Most requests have no body. An empty stream would cost as much as all hooks.
    http: { optimizeEmptyRequests: true },
    rewriteUrl: (message) => {
      ignoreContentTypeOfEmptyBody(message);
      return decodePath(message.url ?? '/');
    },
    clientErrorHandler: (error, socket) =>
      sendClientError(error, socket, metrics.requests.countRejected),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  acceptJson(app);
  return app.setValidatorCompiler(validateWithZod).setSerializerCompiler(serializeAsIs);
}

export interface ServerContext {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: {
    /** `countRejected` counts a response with status 4xx. */
    readonly requests: { readonly countRejected: (status: number) => void };
  };
}

/** Registers the plugins that both ports share. */
export async function registerCommon(
  app: FastifyInstance,
  { config }: Pick<ServerContext, 'config'>,
): Promise<void> {
  if (tracesUrl(config) !== undefined)
    await app.register(traceRequests, { trustsParent: config.TRUSTED_PROXIES.length > 0 });
  await app.register(requestLog, { now: Date.now, levels: config.LOG_LEVELS });
  await app.register(cors, { origins: config.CORS_ORIGINS });
  await app.register(securityHeaders, { publicUrl: config.PUBLIC_URL });
  if (config.RATE_LIMITS === 'on') await app.register(ipRateLimit, { max: config.FLOOD_LIMIT });
  const hosts = knownHosts(config);
  if (hosts) await app.register(hostGuard, { hosts });
  await app.register(errors);
}

/**
 * Removes the Content-Type of requests without a body, which some clients send. Fastify would wait forever for the
 * body's end.
 */
function ignoreContentTypeOfEmptyBody({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): void {
  if (method === 'GET' || headers['content-type'] === undefined) return;
  const length = headers['content-length'] ?? headers['transfer-encoding'];
  if (length === undefined) delete headers['content-type'];
}

/**
 * Zod's parser supports `abortEarly`, but its types lack the option. `jitless` makes the object match the weak type.
 */
const FIRST_ISSUE_ONLY = { abortEarly: true, jitless: false };
const MAX_VALUES = 1_000;

type Validated<T> = { readonly value: T } | { readonly error: z.ZodError };

/**
 * Reports all issues of a small value, and the first issue of a large one. Millions of issues would exhaust the memory.
 */
function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Validated<z.output<Schema>> {
  const parsed = schema.safeParse(value, isSmall(value) ? undefined : FIRST_ISSUE_ONLY);
  return parsed.success ? { value: parsed.data } : { error: parsed.error };
}

/** Validates requests with Zod. */
const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) =>
    validate(schema, data);

/** Doesn't validate responses, which are typed. Parsing hundreds of rows costs more than reading them. */
const serializeAsIs: FastifySerializerCompiler<z.ZodType> = () => (data) => JSON.stringify(data);

function isSmall(data: unknown): boolean {
  let left = MAX_VALUES;
  const fits = (value: unknown): boolean => {
    left -= 1;
    if (typeof value !== 'object' || value === null) return left >= 0;
    if (Array.isArray(value) && value.length > left) return false;
    return left >= 0 && Object.values(value).every(fits);
  };
  return fits(data);
}
