import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const Health = z.object({ healthy: z.boolean() });

/** The process answers; says nothing of what it depends on. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  reply: Health,
});

export const Readiness = z.object({
  ready: z.boolean(),
  database: z.boolean(),
  migrations: z.boolean(),
});

/** 200 when the database answers and every migration is applied, else 503 with the same body. */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  reply: Readiness,
});
