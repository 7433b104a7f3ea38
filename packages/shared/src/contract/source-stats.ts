import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const SourcePoint = z.object({
  /** The start of the hour or day in UTC. */
  at: z.string(),
  found: z.number(),
  notFound: z.number(),
  failed: z.number(),
  /** The average. Null if no search was timed. */
  ms: z.number().nullable(),
  slowestMs: z.number().nullable(),
});
export type SourcePoint = z.infer<typeof SourcePoint>;

export const SourceHistory = z.object({
  id: z.string(),
  /** Hours or days with searches, earliest first. */
  points: z.array(SourcePoint),
});
export type SourceHistory = z.infer<typeof SourceHistory>;

/** The period that the list covers. */
export const SOURCE_HOURS = 48;
export const SOURCE_DAYS = 30;

export const listSourceStats = endpoint({
  method: 'GET',
  path: '/admin/sources',
  summary: 'Lists how searches at each source ended and how long they took, by hour or day.',
  access: 'admin',
  query: z.object({ by: z.enum(['hour', 'day']).default('hour') }),
  reply: z.object({
    /** The starts of all hours or days, earliest first. */
    times: z.array(z.string()),
    /** Most used first. */
    sources: z.array(SourceHistory),
  }),
});
