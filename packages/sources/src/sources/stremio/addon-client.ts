import { z } from 'zod';
import { readJson } from '#read-json.ts';
import { lenientArray } from '#lenient-array.ts';
import { NotFoundError, type FetchResponse, type RunContext } from '#source.ts';
import type { AddonRequest } from './addon-manifest.ts';

/** An add-on may say that an answer is good for days; addresses of streams often are not. */
const LONGEST_CACHED_MS = 10 * 60_000;
const MOST_CACHED = 50;
/** A list of hundreds of torrents is not worth its room. */
const LONGEST_CACHED = 128 * 1024;
const SUBTITLES_MS = 3_000;

const text = z.string().optional().catch(undefined);

export const AddonSubtitle = z.object({ url: z.string(), lang: z.string().catch('') });
export type AddonSubtitle = z.infer<typeof AddonSubtitle>;

const Hints = z.object({
  notWebReady: z.boolean().optional().catch(undefined),
  countryWhitelist: z.array(z.string()).optional().catch(undefined),
  // Without its headers a stream does not play: one whose headers cannot be read is left out.
  proxyHeaders: z.object({ request: z.record(z.string(), z.string()).nullish() }).nullish(),
  videoHash: text,
  videoSize: z.number().optional().catch(undefined),
  filename: text,
});

export const AddonStream = z.object({
  url: text,
  externalUrl: text,
  ytId: text,
  infoHash: text,
  nzbUrl: text,
  name: text,
  title: text,
  description: text,
  subtitles: lenientArray(AddonSubtitle),
  behaviorHints: Hints.nullish().transform((hints): z.infer<typeof Hints> => hints ?? {}),
});
export type AddonStream = z.infer<typeof AddonStream>;

const Streams = z.object({
  streams: z.array(z.unknown()).nullable().pipe(lenientArray(AddonStream)),
});
const Subtitles = z.object({
  subtitles: z.array(z.unknown()).nullable().pipe(lenientArray(AddonSubtitle)),
});
const Freshness = z.object({ cacheMaxAge: z.number().positive().optional().catch(undefined) });

export interface AddonClient {
  readonly streams: (context: RunContext, question: AddonRequest) => Promise<AddonStream[]>;
  readonly subtitles: (
    context: RunContext,
    question: AddonRequest,
    extra: Readonly<Record<string, string | number | undefined>>,
  ) => Promise<AddonSubtitle[]>;
}

/** Asks one add-on, and remembers an answer for as long as the add-on says, within reason. */
export function createAddonClient({ base, host }: { base: string; host: string }): AddonClient {
  const service = `The add-on at ${host}`;
  const cached = new Map<string, { readonly json: unknown; readonly until: number }>();

  async function ask(context: RunContext, path: string, timeoutMs?: number): Promise<unknown> {
    const known = cached.get(path);
    if (known && known.until > context.now()) return known.json;
    const answer = await context.fetch(`${base}/${path}.json`, timeoutMs ? { timeoutMs } : {});
    if (answer.status === 404) throw new NotFoundError('the add-on does not know the title');
    const json = readJson(answer, service);
    const isSmall = answer.body.length <= LONGEST_CACHED;
    const goodForMs = isSmall ? Math.min(maxAgeMs(json, answer), LONGEST_CACHED_MS) : 0;
    cached.delete(path);
    if (goodForMs > 0) cached.set(path, { json, until: context.now() + goodForMs });
    const [oldest] = cached.keys();
    if (cached.size > MOST_CACHED && oldest !== undefined) cached.delete(oldest);
    return json;
  }

  return {
    streams: async (context, question) => {
      const parsed = Streams.safeParse(await ask(context, pathOf(question)));
      if (!parsed.success) throw new Error(`${service} answered with an unknown shape`);
      return parsed.data.streams;
    },
    subtitles: async (context, question, extra) => {
      const path = [pathOf(question), ...extraOf(extra)].join('/');
      return Subtitles.parse(await ask(context, path, SUBTITLES_MS)).subtitles;
    },
  };
}

function pathOf({ resource, type, id }: AddonRequest): string {
  return [resource, type, id].map(encodeURIComponent).join('/');
}

function extraOf(extra: Readonly<Record<string, string | number | undefined>>): string[] {
  const pairs = Object.entries(extra)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? [pairs.join('&')] : [];
}

function maxAgeMs(json: unknown, { headers }: FetchResponse): number {
  const { cacheMaxAge } = Freshness.catch({}).parse(json);
  const [, said] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers['cache-control'] ?? '') ?? [];
  return (cacheMaxAge ?? Number(said ?? 0)) * 1_000;
}
