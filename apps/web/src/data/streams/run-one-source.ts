// Runs one source or embed that the user chose, on a relay or in this browser.
import type { ScrapeEmbedEvent, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { relayUrls } from '#data/session.ts';
import { relaysFor } from './metadata.ts';
import { relayOrder, withFailover } from './with-failover.ts';
import { isUserAddon } from '#data/preferences/user-addons.ts';
import { runEmbedThroughRelay, runSourceThroughRelay } from './relay.ts';

/** The URL of an embed may work only on the relay that found it. */
let lastRelay: string | undefined;

export async function* runSource(
  id: string,
  media: ScrapeMedia,
  signal: AbortSignal,
): AsyncGenerator<ScrapeSourceEvent, void> {
  if (relayUrls().length === 0 || isUserAddon(id)) {
    const { runSourceHere } = await import('./in-browser.ts');
    return yield* runSourceHere(id, media, signal);
  }
  yield* withFailover(relayOrder(await relaysFor(id)), (base) => {
    lastRelay = base;
    return runSourceThroughRelay(base, { id, media }, signal);
  });
}

export async function* runEmbed(
  id: string,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEmbedEvent, void> {
  const relays = relayUrls();
  if (relays.length === 0) {
    const { runEmbedHere } = await import('./in-browser.ts');
    return yield* runEmbedHere(id, url, signal);
  }
  const others = relays.filter((base) => base !== lastRelay);
  const sameFirst = relays.filter((base) => base === lastRelay).concat(others);
  yield* withFailover(sameFirst, (base) => runEmbedThroughRelay(base, { id, url }, signal));
}

/** Prepares another stream of a source than the first, which `runSource` prepares. */
export async function prepareFurther(
  sourceId: string,
  stream: Stream,
  signal: AbortSignal,
): Promise<void> {
  if (relayUrls().length > 0 && !isUserAddon(sourceId)) return;
  const { prepareHere } = await import('./in-browser.ts');
  await prepareHere(stream, signal);
}
