import { z } from 'zod';
import { readJson, lenientArray } from '#parse-response.ts';
import { NotFoundError, type FetchResponse, type RunContext, type Fetcher } from '#source.ts';
import { type AddonRequest, AddonManifest, rejectionText } from './addon-manifest.ts';
import { createPolledValue } from '@matinee/shared/lib/poll';
import { errorMessage } from '#errors.ts';

/** Add-ons allow caching for days, but URLs of streams expire sooner. */
const MAX_CACHE_MS = 10 * 60_000;
const MAX_CACHED = 50;
/** Longer responses, such as lists of hundreds of torrents, aren't cached. */
const MAX_CACHED_LENGTH = 128 * 1024;
const SUBTITLES_MS = 3_000;

const text = z.string().optional().catch(undefined);

export const AddonSubtitle = z.object({ url: z.string(), lang: z.string().catch('') });
export type AddonSubtitle = z.infer<typeof AddonSubtitle>;

const Hints = z.object({
  notWebReady: z.boolean().optional().catch(undefined),
  countryWhitelist: z.array(z.string()).optional().catch(undefined),
  // Reject a stream with invalid headers, because it wouldn't play without them.
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
  readonly streams: (context: RunContext, request: AddonRequest) => Promise<AddonStream[]>;
  readonly subtitles: (
    context: RunContext,
    request: AddonRequest,
    extra: Readonly<Record<string, string | number | undefined>>,
  ) => Promise<AddonSubtitle[]>;
}

/** Requests one add-on's resources and caches responses as the add-on allows, up to a limit. */
export function createAddonClient({ base, host }: { base: string; host: string }): AddonClient {
  const service = `The add-on at ${host}`;
  const cached = new Map<string, { readonly json: unknown; readonly until: number }>();

  async function fetchJson(
    context: RunContext,
    path: string,
    timeoutMs?: number,
  ): Promise<unknown> {
    const known = cached.get(path);
    if (known && known.until > context.now()) return known.json;
    const response = await context.fetch(`${base}/${path}.json`, timeoutMs ? { timeoutMs } : {});
    if (response.status === 404) throw new NotFoundError("the add-on doesn't have this title");
    const json = readJson(response, service);
    const isSmall = response.body.length <= MAX_CACHED_LENGTH;
    const goodForMs = isSmall ? Math.min(maxAgeMs(json, response), MAX_CACHE_MS) : 0;
    cached.delete(path);
    if (goodForMs > 0) cached.set(path, { json, until: context.now() + goodForMs });
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
    return json;
  }

  return {
    streams: async (context, request) => {
      const parsed = Streams.safeParse(await fetchJson(context, pathOf(request)));
      if (!parsed.success) throw new Error(`${service} sent an unexpected response`);
      return parsed.data.streams;
    },
    subtitles: async (context, request, extra) => {
      const path = [pathOf(request), ...extraOf(extra)].join('/');
      return Subtitles.parse(await fetchJson(context, path, SUBTITLES_MS)).subtitles;
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
  const [, maxAge] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers['cache-control'] ?? '') ?? [];
  return (cacheMaxAge ?? Number(maxAge ?? 0)) * 1_000;
}

const REFRESH_MS = 60 * 60_000;
const FIRST_RETRY_MS = 15_000;
/** Shorter than a source's timeout, because runs wait for it. */
const MANIFEST_MS = 8_000;
const MAX_MANIFEST_BYTES = 512 * 1024;

export interface AddonOptions {
  /** URL of the manifest, from `transportOf`. */
  readonly url: string;
  readonly fetch: Fetcher;
  readonly warn: (message: string) => void;
  /** Called before each attempt to load the manifest that follows a failed one. */
  readonly onRetry?: () => void;
}

/** An add-on and its latest manifest. */
export interface Addon {
  /** The base URL of the add-on's resources, without a trailing slash. */
  readonly base: string;
  readonly host: string;
  readonly manifest: () => AddonManifest | undefined;
  /** Waits for the first manifest. */
  readonly ready: (signal: AbortSignal) => Promise<AddonManifest>;
  readonly refresh: () => Promise<AddonManifest>;
  /** Fetches the manifest immediately and hourly, or sooner after a failure. Returns a function that stops it. */
  readonly start: () => () => Promise<void>;
}

export function createAddon({ url, fetch, warn, onRetry }: AddonOptions): Addon {
  const { host } = new URL(url);

  async function load(signal: AbortSignal): Promise<AddonManifest> {
    const response = await fetch(url, {
      maxBytes: MAX_MANIFEST_BYTES,
      timeoutMs: MANIFEST_MS,
      signal,
    });
    const parsed = AddonManifest.safeParse(readJson(response, `The add-on at ${host}`));
    if (!parsed.success) throw new Error(`The add-on at ${host} didn't send a manifest`);
    const reason = rejectionText(parsed.data);
    const before = manifest.current();
    const wasUsed = before === undefined || rejectionText(before) === undefined;
    if (reason !== undefined && wasUsed) warn(`The add-on at ${host} can't be used: ${reason}`);
    return parsed.data;
  }

  const manifest = createPolledValue({
    load,
    everyMs: REFRESH_MS,
    retryMs: FIRST_RETRY_MS,
    onFailure: (error) =>
      warn(`Couldn't load the manifest of the add-on at ${host}: ${errorMessage(error)}`),
    ...(onRetry && { onRetry }),
  });

  return {
    base: url.replace(/\/manifest\.json$/, ''),
    host,
    manifest: manifest.current,
    ready: manifest.ready,
    refresh: manifest.refresh,
    start: manifest.start,
  };
}
