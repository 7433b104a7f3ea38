// One source or one embed alone, by the viewer's choice: through a relay or right here, as a whole search would run.
import type { ScrapeEmbedEvent, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { relayUrls } from '#data/session.ts';
import { relaysFor } from './metadata.ts';
import { inTurn, overRelays } from './with-failover.ts';
import { isOwn } from './user-addons.ts';
import { runEmbedThroughRelay, runSourceThroughRelay } from './relay.ts';

/** An embed's address means something to the relay that gave it; another one may not even have the embed. */
let lastAsked: string | undefined;

export async function* runSource(
  id: string,
  media: ScrapeMedia,
  signal: AbortSignal,
): AsyncGenerator<ScrapeSourceEvent, void> {
  if (relayUrls().length === 0 || isOwn(id)) {
    const { runSourceHere } = await import('./in-browser.ts');
    return yield* runSourceHere(id, media, signal);
  }
  yield* overRelays(inTurn(await relaysFor(id)), (base) => {
    lastAsked = base;
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
  const others = relays.filter((base) => base !== lastAsked);
  const sameFirst = relays.filter((base) => base === lastAsked).concat(others);
  yield* overRelays(sameFirst, (base) => runEmbedThroughRelay(base, { id, url }, signal));
}

/** Lets the page fetch another stream of a source than the first, which `runSource` has seen to. */
export async function prepareFurther(
  sourceId: string,
  stream: Stream,
  signal: AbortSignal,
): Promise<void> {
  if (relayUrls().length > 0 && !isOwn(sourceId)) return;
  const { prepareHere } = await import('./in-browser.ts');
  await prepareHere(stream, signal);
}
