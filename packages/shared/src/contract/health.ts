import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const Health = z.object({ healthy: z.boolean() });

/** The process answers; says nothing of what it depends on. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  about: 'Says that the process answers.',
  access: 'public',
  reply: Health,
});

export const Readiness = z.object({
  ready: z.boolean(),
  database: z.boolean(),
  migrations: z.boolean(),
  /** Why it is not ready, in a sentence. */
  reason: z.string().optional(),
});
export type Readiness = z.infer<typeof Readiness>;

/** 200 when the database answers and every migration is applied, else 503 with the same body. */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  about: 'Says whether the database answers and every migration is applied.',
  access: 'public',
  reply: Readiness,
});

/** The same for movie-web clients, under the names that they know. */
export const getHealthcheck = endpoint({
  method: 'GET',
  path: '/healthcheck',
  about: 'Says whether the server is ready; 503 with the same body when not.',
  access: 'public',
  reply: z.object({ healthy: z.boolean(), databaseConnected: z.boolean() }),
});
