// Whether an add-on that somebody names can be used, before it is kept.
import type { MediaType } from '@matinee/shared/media/media';
import {
  AddonManifest,
  hasStreamsOf,
  transportOf,
  rejectionOf,
  type AddonRejection,
} from '@matinee/sources/sources/stremio/addon-manifest';
import { createExtensionFetcher } from '#data/streams/extension/extension-fetch.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { createPageFetcher } from './browser-fetcher.ts';

export type AddonCheck =
  | {
      readonly isUsable: true;
      /** As it is to be kept. */
      readonly url: string;
      readonly name: string;
      readonly offers: readonly MediaType[];
    }
  | {
      readonly isUsable: false;
      /** `address`: it is none. `noManifest`: something else answers there. */
      readonly why: 'address' | 'unreachable' | 'noManifest' | AddonRejection;
    };

const LIMITS = { timeoutMs: 10_000, maxBytes: 512 * 1024 };

const refused = (why: Extract<AddonCheck, { isUsable: false }>['why']): AddonCheck => ({
  isUsable: false,
  why,
});

export async function checkAddon(text: string, signal: AbortSignal): Promise<AddonCheck> {
  const url = transportOf(text);
  if (url === undefined) return refused('address');
  const hasExtension = (await askExtensionStatus(signal)) === 'success';
  const fetch = hasExtension ? createExtensionFetcher() : createPageFetcher();
  const answer = await fetch(url, { ...LIMITS, signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!answer || answer.status >= 400) return refused('unreachable');
  const manifest = AddonManifest.safeParse(json(answer.body)).data;
  if (!manifest) return refused('noManifest');
  const why = rejectionOf(manifest);
  if (why !== undefined) return refused(why);
  const kinds = [
    ['movie', 'movie'],
    ['show', 'series'],
  ] as const;
  const offers = kinds.flatMap(([type, theirs]) => (hasStreamsOf(manifest, theirs) ? [type] : []));
  if (offers.length === 0) return refused('noStreams');
  return { isUsable: true, url, name: manifest.name, offers };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
