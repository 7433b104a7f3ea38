import { createPolledValue } from '@matinee/shared/lib/poll';
import type { Fetcher } from '#source.ts';
import { errorMessage } from '#errors.ts';
import { readJson } from '#read-json.ts';
import { AddonManifest, rejectionText } from './addon-manifest.ts';

const REFRESH_MS = 60 * 60_000;
const FIRST_RETRY_MS = 15_000;
/** Shorter than a run, which may be waiting for it. */
const MANIFEST_MS = 8_000;
const MAX_MANIFEST_BYTES = 512 * 1024;

export interface AddonOptions {
  /** Of its manifest, as `transportOf` writes it. */
  readonly url: string;
  readonly fetch: Fetcher;
  readonly warn: (message: string) => void;
}

/** An add-on and what was last heard from it. */
export interface Addon {
  /** Without a trailing slash: what its resources are asked under. */
  readonly base: string;
  readonly host: string;
  readonly manifest: () => AddonManifest | undefined;
  /** Waits for the manifest where there is none yet. */
  readonly ready: (signal: AbortSignal) => Promise<AddonManifest>;
  readonly refresh: () => Promise<AddonManifest>;
  /** Fetches the manifest now and every hour, sooner after a failure, until stopped. */
  readonly start: () => () => Promise<void>;
}

export function createAddon({ url, fetch, warn }: AddonOptions): Addon {
  const { host } = new URL(url);

  async function load(signal: AbortSignal): Promise<AddonManifest> {
    const answer = await fetch(url, {
      maxBytes: MAX_MANIFEST_BYTES,
      timeoutMs: MANIFEST_MS,
      signal,
    });
    const parsed = AddonManifest.safeParse(readJson(answer, `The add-on at ${host}`));
    if (!parsed.success) throw new Error(`The add-on at ${host} answered with no manifest`);
    const reason = rejectionText(parsed.data);
    const before = manifest.current();
    const wasUsed = before === undefined || rejectionText(before) === undefined;
    if (reason !== undefined && wasUsed) warn(`The add-on at ${host} is not used: ${reason}`);
    return parsed.data;
  }

  const manifest = createPolledValue({
    load,
    everyMs: REFRESH_MS,
    retryMs: FIRST_RETRY_MS,
    onFailure: (error) => warn(`No manifest from the add-on at ${host}: ${errorMessage(error)}`),
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
