// Checks whether an add-on can be used, before it is stored.
import type { MediaType } from '@matinee/shared/media/media';
import {
  AddonManifest,
  hasStreamsOf,
  transportOf,
  rejectionOf,
  type AddonRejection,
} from '@matinee/sources/sources/stremio/addon-manifest';
import { createExtensionFetcher } from '#data/streams/extension/extension-fetch.ts';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { createDirectFetcher } from './browser-fetcher.ts';

export type AddonCheck =
  | {
      readonly isUsable: true;
      /** The normalized URL. */
      readonly url: string;
      readonly name: string;
      readonly offers: readonly MediaType[];
    }
  | {
      readonly isUsable: false;
      /** `address`: not a URL. `noManifest`: the URL is not an add-on. */
      readonly why: 'address' | 'unreachable' | 'noManifest' | AddonRejection;
    };

const LIMITS = { timeoutMs: 10_000, maxBytes: 512 * 1024 };

const rejected = (why: Extract<AddonCheck, { isUsable: false }>['why']): AddonCheck => ({
  isUsable: false,
  why,
});

export async function checkAddon(text: string, signal: AbortSignal): Promise<AddonCheck> {
  const url = transportOf(text);
  if (url === undefined) return rejected('address');
  const hasExtension = (await fetchExtensionStatus(signal)) === 'success';
  const fetch = hasExtension ? createExtensionFetcher() : createDirectFetcher();
  const response = await fetch(url, { ...LIMITS, signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!response || response.status >= 400) return rejected('unreachable');
  const manifest = AddonManifest.safeParse(json(response.body)).data;
  if (!manifest) return rejected('noManifest');
  const why = rejectionOf(manifest);
  if (why !== undefined) return rejected(why);
  const kinds = [
    ['movie', 'movie'],
    ['show', 'series'],
  ] as const;
  const offers = kinds.flatMap(([type, theirs]) => (hasStreamsOf(manifest, theirs) ? [type] : []));
  if (offers.length === 0) return rejected('noStreams');
  return { isUsable: true, url, name: manifest.name, offers };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
