import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const Health = z.object({ healthy: z.boolean() });

/** Liveness: the process responds, regardless of its dependencies. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Reports that the process responds.',
  access: 'public',
  reply: Health,
});

export const Readiness = z.object({
  ready: z.boolean(),
  database: z.boolean(),
  migrations: z.boolean(),
  /** True if the server can't save anything. A full disk may also be why the database doesn't respond. */
  diskFull: z.boolean().optional(),
  /** A sentence for the operator. */
  reason: z.string().optional(),
});
export type Readiness = z.infer<typeof Readiness>;

/** Readiness: 200 if the database responds and all migrations are applied, otherwise 503 with the same body. */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Reports whether the database responds and all migrations are applied; otherwise 503.',
  access: 'public',
  reply: Readiness,
});

/** Readiness with the names that movie-web clients expect. */
export const getHealthcheck = endpoint({
  method: 'GET',
  path: '/healthcheck',
  summary: 'Reports whether the server is ready; otherwise 503 with the same body.',
  access: 'public',
  reply: z.object({ healthy: z.boolean(), databaseConnected: z.boolean() }),
});
