// Options for operating the server: backups, metrics and traces.
import { z } from 'zod';
import { ADDRESS, address, flag, option } from './config-fields.ts';

export const backupOptions = {
  BACKUPS: option(z.enum(['on', 'off']).default('on'), {
    help: 'Backs up the database and the generated secrets every night, and before each upgrade.',
    allowed: 'on or off',
  }),
  BACKUP_DIR: option(z.string().optional(), {
    help: 'The folder for backups. Choose another disk if you have one. Unset: the folder backups in DATA_DIR.',
    allowed: 'a folder',
  }),
  BACKUP_KEEP: option(z.coerce.number().int().min(1).max(1_000).default(14), {
    help: 'How many nightly backups are kept.',
    allowed: 'a whole number from 1 to 1000',
  }),
  BACKUP_S3_ENDPOINT: option(address.optional(), {
    help: 'The URL of an S3-compatible service, to which backups are also uploaded. Unset: none.',
    allowed: ADDRESS,
  }),
  BACKUP_S3_BUCKET: option(
    z
      .string()
      .regex(/^[\w.-]{3,63}$/)
      .optional(),
    { help: 'The bucket for backups.', allowed: 'the name of a bucket' },
  ),
  BACKUP_S3_REGION: option(
    z
      .string()
      .regex(/^[\w-]{1,60}$/)
      .default('us-east-1'),
    {
      help: 'The region of the bucket, if the service has regions.',
      allowed: 'the name of a region',
    },
  ),
  BACKUP_S3_PREFIX: option(
    z
      .string()
      .regex(/^[\w./-]{0,200}$/)
      .transform((prefix) => prefix.replaceAll(/^\/+|\/+$/g, ''))
      .default(''),
    {
      help: 'A folder in the bucket. Each server needs its own.',
      allowed: 'a path of letters, digits, dots, dashes and slashes',
    },
  ),
  BACKUP_S3_ACCESS_KEY_ID: option(z.string().optional(), {
    help: 'The ID of the access key for the bucket.',
    allowed: 'the ID of an access key',
    isSecret: true,
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: option(z.string().optional(), {
    help: 'The secret of the access key for the bucket. It needs to list, read, write and delete.',
    allowed: 'the secret of an access key',
    isSecret: true,
  }),
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const monitoringOptions = {
  RELEASES_URL: option(address.optional(), {
    help: "The project's latest release, as JSON of GitHub, GitLab, Gitea or Forgejo. Administrators then see when a newer version exists. Unset: not checked.",
    allowed: ADDRESS,
  }),
  METRICS_TOKEN: option(z.string().min(16).optional(), {
    help: 'The bearer token for counts per title on /metrics. Other metrics are public.',
    allowed: 'at least 16 characters',
    isSecret: true,
  }),
  METRICS_RETENTION_DAYS: option(z.coerce.number().int().min(1).max(3_650).default(90), {
    help: 'Days after which counts lose their dates, and titles and sources without newer counts are deleted.',
    allowed: 'a whole number of days from 1 to 3650',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: option(address.optional(), {
    help: 'The OpenTelemetry collector that gets traces, by OTLP over HTTP. /v1/traces is added. Unset: no traces.',
    allowed: ADDRESS,
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: option(z.url({ protocol: /^https?$/ }).optional(), {
    help: 'The complete URL for traces, if it differs from OTEL_EXPORTER_OTLP_ENDPOINT.',
    allowed: ADDRESS,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: option(
    z
      .string()
      .regex(/^[\w-]+=[^,]*(,[\w-]+=[^,]*)*$/)
      .optional(),
    {
      help: 'Headers for the collector.',
      allowed: 'pairs such as name=value, separated by commas',
      isSecret: true,
    },
  ),
  OTEL_SERVICE_NAME: option(z.string().max(100).optional(), {
    help: 'The name of this service in traces. Unset: the one in the resource attributes, or matinee.',
    allowed: 'at most 100 characters',
  }),
  OTEL_TRACES_SAMPLER: option(z.enum(SAMPLERS).default('parentbased_traceidratio'), {
    help: 'Which requests are traced. With parentbased_, a traceparent from a trusted proxy decides, if there is one.',
    allowed: `${SAMPLERS.slice(0, -1).join(', ')} or ${SAMPLERS.at(-1)}`,
  }),
  OTEL_TRACES_SAMPLER_ARG: option(z.coerce.number().min(0).max(1).default(1), {
    help: 'The share of requests that is traced.',
    allowed: 'a number from 0 to 1',
  }),
  OTEL_TRACES_EXPORTER: option(z.enum(['otlp', 'none']).default('otlp'), {
    help: 'Turns traces off, even if a collector is set.',
    allowed: 'otlp or none',
  }),
  OTEL_SDK_DISABLED: option(flag.default('false'), {
    help: 'Turns OpenTelemetry off, even if a collector is set.',
    allowed: 'true or false',
  }),
};
