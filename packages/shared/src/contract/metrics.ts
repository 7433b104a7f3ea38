import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const HALF_HOUR = 1_800;
const text = z.string().max(500);
/** An ignored text. Long errors must not be rejected. */
const long = z.string().max(20_000).nullish();

const Attempt = z.object({
  tmdbId: text,
  type: text,
  title: text,
  seasonId: text.nullish(),
  episodeId: text.nullish(),
  status: z.enum(['failed', 'notfound', 'success']),
  providerId: text,
  embedId: text.nullish(),
  errorMessage: long,
  fullError: long,
});

const ProviderReport = z.object({
  items: z.array(Attempt).min(1).max(10),
  tool: text.nullish(),
});
export type ProviderReport = z.infer<typeof ProviderReport>;

/** Returns Prometheus text. Includes titles only with the operator's token. */
export const getMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  summary: "Returns this server's metrics in Prometheus format.",
  access: 'public',
  reply: z.string(),
});

/** A client's report of the results of each source in one search. */
export const reportProviders = endpoint({
  method: 'POST',
  path: '/metrics/providers',
  summary: 'Reports the results of the sources in one search.',
  access: 'public',
  budget: { bucket: 'provider_metrics', max: 300, seconds: HALF_HOUR, cost: 'items' },
  body: ProviderReport,
  reply: z.literal(true),
});

export const reportCaptcha = endpoint({
  method: 'POST',
  path: '/metrics/captcha',
  summary: 'Reports whether a captcha was solved.',
  access: 'public',
  budget: { bucket: 'captcha_solves', max: 300, seconds: HALF_HOUR },
  body: z.object({ success: z.boolean() }),
  reply: z.literal(true),
});
