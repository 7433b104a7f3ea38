// Checks of the server's parts, for administrators.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ErrorGroup } from './error-groups.ts';

/** All checks in display order. `source` and `subtitles` have a row for each service, `queues` for each queue. */
export const CHECKS = [
  'database',
  'migrations',
  'backup',
  'disk',
  'memory',
  'eventLoop',
  'queues',
  'clock',
  'certificate',
  'trustedProxies',
  'casting',
  'catalog',
  'relay',
  'proxy',
  'streamRelay',
  'library',
  'ffmpeg',
  'subtitles',
  'source',
  'release',
] as const;
export const CheckName = z.enum(CHECKS);
export type CheckName = z.infer<typeof CheckName>;

/** The manual's page and heading for each check. */
export const CHECK_PAGES: Readonly<Record<CheckName, `${string}#${string}`>> = {
  database: 'configure#database_url',
  migrations: 'operate#upgrade',
  backup: 'operate#back-up',
  disk: 'operate#stopping-crashes-full-disks',
  memory: 'operate#load-and-time',
  eventLoop: 'operate#load-and-time',
  queues: 'operate#queues',
  clock: 'operate#load-and-time',
  certificate: 'install#behind-a-reverse-proxy',
  trustedProxies: 'configure#trusted_proxies',
  casting: 'troubleshooting#casting',
  catalog: 'configure#tmdb_read_api_key',
  relay: 'sources#what-goes-through-your-server',
  proxy: 'security#the-proxy',
  streamRelay: 'configure#stream_relay',
  library: 'sources#your-own-sources',
  ffmpeg: 'sources#folders',
  subtitles: 'sources#subtitles',
  source: 'troubleshooting#a-service-doesnt-respond',
  release: 'operate#upgrade',
};

/** `off`: an optional part isn't set up, which isn't an error. */
export const CheckStatus = z.enum(['ok', 'warning', 'error', 'off']);
export type CheckStatus = z.infer<typeof CheckStatus>;

/** All findings with their statuses. Pages have a text for each. */
export const CHECK_CODES = {
  databaseOk: 'ok',
  databaseSlow: 'warning',
  databaseDown: 'error',
  migrationsOk: 'ok',
  migrationsMissing: 'error',
  backupOk: 'ok',
  backupOff: 'off',
  backupNone: 'warning',
  backupOld: 'warning',
  backupUnwritable: 'error',
  backupNotUploaded: 'error',
  diskOk: 'ok',
  diskLow: 'warning',
  diskFull: 'error',
  diskUnknown: 'warning',
  memoryOk: 'ok',
  memoryLow: 'warning',
  /** The server's own heap is almost full. */
  heapLow: 'warning',
  eventLoopOk: 'ok',
  eventLoopBusy: 'warning',
  eventLoopBlocked: 'error',
  queuesOk: 'ok',
  queuesWaiting: 'warning',
  /** The codes of one queue. Those above are about the database. */
  queueOk: 'ok',
  queueFull: 'warning',
  queueStuck: 'error',
  clockOk: 'ok',
  clockSkewed: 'warning',
  clockWrong: 'error',
  clockUnknown: 'warning',
  certificateOk: 'ok',
  certificateOff: 'off',
  certificateExpiring: 'warning',
  certificateUnreachable: 'warning',
  certificateExpired: 'error',
  certificateWrongName: 'error',
  certificateUntrusted: 'error',
  proxiesDirect: 'ok',
  proxiesTrusted: 'ok',
  proxiesUnused: 'warning',
  proxiesUntrusted: 'error',
  castingOk: 'ok',
  castingOff: 'off',
  castingInsecure: 'warning',
  castingLocal: 'warning',
  castingName: 'warning',
  castingCors: 'warning',
  catalogOk: 'ok',
  catalogNoKey: 'off',
  catalogFallback: 'warning',
  catalogKeyRejected: 'error',
  catalogDown: 'error',
  relayOk: 'ok',
  relayNoSources: 'warning',
  relayFailed: 'error',
  proxyOk: 'ok',
  proxyOff: 'off',
  proxyFailed: 'error',
  streamRelayOk: 'ok',
  streamRelayOff: 'off',
  streamRelayFull: 'warning',
  streamRelayFailed: 'error',
  /** The service that probes fetch from didn't respond correctly. */
  echoDown: 'warning',
  libraryOk: 'ok',
  libraryOff: 'off',
  libraryScanning: 'ok',
  libraryUnplaced: 'warning',
  libraryOld: 'warning',
  libraryAway: 'error',
  libraryUnreadable: 'error',
  ffmpegOk: 'ok',
  ffmpegOff: 'off',
  ffmpegMissing: 'warning',
  ffmpegLimited: 'warning',
  subtitlesOk: 'ok',
  subtitlesEmpty: 'ok',
  subtitlesOff: 'off',
  subtitlesKeyRejected: 'error',
  subtitlesFailed: 'error',
  sourceOk: 'ok',
  sourceNoTitle: 'ok',
  sourceUnreachable: 'error',
  sourceFailed: 'error',
  releaseOk: 'ok',
  releaseOff: 'off',
  releaseNewer: 'warning',
  releaseUnknown: 'warning',
  timedOut: 'error',
  failed: 'error',
} as const satisfies Readonly<Record<string, CheckStatus>>;
export type CheckCode = keyof typeof CHECK_CODES;

const isCode = (code: string): code is CheckCode => Object.hasOwn(CHECK_CODES, code);

/**
 * Values for a code's text. A name ends in the unit: `Bytes`, `Ms`, `Minutes`, `Hours` or `Days`. Others are numbers
 * and names.
 */
export const CheckFacts = z.record(z.string(), z.union([z.string(), z.number()]));
export type CheckFacts = z.infer<typeof CheckFacts>;

export const CheckRow = z.object({
  check: CheckName,
  /** The ID of the source, service or queue. */
  subject: z.string().optional(),
  /** The name of the source, service or queue. */
  name: z.string().optional(),
});
export type CheckRow = z.infer<typeof CheckRow>;

export const ServerCheckResult = CheckRow.extend({
  status: CheckStatus,
  code: z.custom<CheckCode>((code) => typeof code === 'string' && isCode(code)),
  /** The duration. */
  ms: z.number(),
  facts: CheckFacts,
});
export type ServerCheckResult = z.infer<typeof ServerCheckResult>;

/** Events of a run. In SSE, `type` is the event name and the rest is its data. */
export const CheckEvent = z.discriminatedUnion('type', [
  /** The checks to run, in order. */
  z.object({ type: z.literal('plan'), rows: z.array(CheckRow) }),
  ServerCheckResult.extend({ type: z.literal('result') }),
  z.object({ type: z.literal('end') }),
]);
export type CheckEvent = z.infer<typeof CheckEvent>;

const DIAGNOSTICS = {
  bucket: 'diagnostics',
  max: 240,
  seconds: 600,
  by: 'account',
  store: 'memory',
} as const;

export const ConfiguredOption = z.object({
  name: z.string(),
  /** If true, `value` and `default` are null. */
  isSecret: z.boolean(),
  isSet: z.boolean(),
  /** The value like the operator writes it. Null if there is none. */
  value: z.string().nullable(),
  default: z.string().nullable(),
  /** `secretFile`: the file that `NAME_FILE` names. */
  from: z.enum(['environment', 'envFile', 'secretFile', 'default']),
});
export type ConfiguredOption = z.infer<typeof ConfiguredOption>;

export const getConfiguration = endpoint({
  method: 'GET',
  path: '/diagnostics/config',
  summary: 'Lists the options of this server with their values, without those of secrets.',
  access: 'admin',
  budget: DIAGNOSTICS,
  reply: z.object({ options: z.array(ConfiguredOption) }),
});

export const runServerChecks = endpoint({
  method: 'GET',
  path: '/diagnostics/checks',
  summary:
    'Checks the parts of this server, all or one, and sends each result as a server-sent event. Closing the connection cancels.',
  access: 'admin',
  budget: DIAGNOSTICS,
  query: z.object({
    /** Default: all checks. */
    check: CheckName.optional(),
    subject: z.string().max(200).optional(),
  }),
  reply: z.string(),
});

export const NewRelease = z.object({
  version: z.string(),
  /** The day in ISO 8601. Empty if unknown. */
  date: z.string(),
  /** The URL of the release notes. Empty if unknown. */
  notes: z.string(),
});
export type NewRelease = z.infer<typeof NewRelease>;

export const getNewRelease = endpoint({
  method: 'GET',
  path: '/diagnostics/release',
  summary: 'Returns a release that is newer than this server, or null.',
  access: 'admin',
  budget: DIAGNOSTICS,
  reply: z.object({ release: NewRelease.nullable() }),
});

/** Contains no personal data: no addresses, host names, titles, account names, paths, tokens or keys. */
export const BugReport = z.object({
  createdAt: z.string(),
  version: z.string(),
  /** The commit of the build. */
  revision: z.string().nullable(),
  /** The version of Node.js. */
  node: z.string(),
  /** The operating system and the processor's architecture. */
  system: z.string(),
  checks: z.array(ServerCheckResult.omit({ name: true })),
  /** Options that are set. Values other than switches and numbers are null. */
  options: z.array(ConfiguredOption.pick({ name: true, from: true, value: true })),
  /** The latest groups. `shape` is null for errors of pages, which may contain anything. */
  errors: z.array(
    ErrorGroup.pick({
      origin: true,
      level: true,
      area: true,
      code: true,
      count: true,
      lastAt: true,
    }).extend({ shape: z.string().nullable() }),
  ),
});
export type BugReport = z.infer<typeof BugReport>;

export const createBugReport = endpoint({
  method: 'POST',
  path: '/diagnostics/bug-report',
  summary: 'Runs all checks, and describes the server without anything about people or places.',
  access: 'admin',
  budget: DIAGNOSTICS,
  reply: BugReport,
});
