// What a visitor gets of what the sources found. Sources and caches hold addresses as they are; only here they become
// tickets of the stream relay, anew for each request.
import type {
  ScrapeEmbedEvent,
  ScrapeEvent,
  ScrapeSourceEvent,
  UpdateEvent,
} from '@matinee/shared/contract/scrape';
import {
  QUALITIES,
  type CaptionTrack,
  type FileStream,
  type Stream,
} from '@matinee/shared/media/stream';
import { createRegistry, type Registry } from '@matinee/sources/registry';
import { sendable } from '#streams/headers.ts';
import { streamPath } from '#streams/link.ts';
import type { Issue, TicketKind, Tickets } from '#streams/ticket.ts';

/** For which streams the relay may be used. */
export type RelayMode = 'off' | 'own' | 'all';

export interface DeliveryOptions {
  readonly registry: Pick<Registry, 'source'>;
  readonly tickets: Tickets;
  readonly mode: RelayMode;
}

export interface Recipient {
  /** The stream is from the operator's own server: no address and no key of it may be told. */
  readonly isOwn: boolean;
  /** Under which the visitor sees this server. */
  readonly origin: string;
}

type Told<T> = (events: AsyncIterable<T>, origin: string) => AsyncIterable<T>;

export interface Delivery {
  /** Undefined where the stream is the operator's own and may not be relayed. */
  readonly stream: (stream: Stream, to: Recipient) => Stream | undefined;
  readonly run: Told<ScrapeEvent>;
  readonly sourceRun: (id: string) => Told<ScrapeSourceEvent>;
  readonly embedRun: Told<ScrapeEmbedEvent>;
}

/** The family's word for what plays in a page. */
const PLAYS_IN_PAGES = 'cors-allowed';

export function createDelivery({ registry, tickets, mode }: DeliveryOptions): Delivery {
  const isOwn = (id: string): boolean => registry.source(id)?.isOwn === true;

  function stream(found: Stream, to: Recipient): Stream | undefined {
    if (to.isOwn && mode === 'off') return undefined;
    const isRelayed = to.isOwn || (mode === 'all' && !playsInPages(found, to.origin));
    return isRelayed ? relayed(found, to, tickets.newSession()) : found;
  }

  return {
    stream,
    run: (events, origin) =>
      mapped(events, (event) => {
        if (event.type === 'update') return isOwn(event.id) ? withoutAddresses(event) : event;
        if (event.type !== 'completed') return event;
        const own = stream(event.stream, { isOwn: isOwn(event.sourceId), origin });
        return own ? { ...event, stream: own } : { type: 'noOutput' };
      }),
    sourceRun: (id) => (events, origin) =>
      mapped(events, (event) => {
        if (event.type !== 'completed') return isOwn(id) ? withoutAddresses(event) : event;
        const to = { isOwn: isOwn(id), origin };
        const streams = event.stream?.flatMap((found) => stream(found, to) ?? []);
        // An embed's address would be told to the visitor, so the operator's own have none.
        const embeds = to.isOwn ? [] : event.embeds;
        if (embeds.length === 0 && !streams?.length) return NOT_RELAYED;
        return { ...event, embeds, ...(streams && { stream: streams }) };
      }),
    embedRun: (events, origin) =>
      mapped(events, (event) => {
        if (event.type !== 'completed') return event;
        const to = { isOwn: false, origin };
        return { ...event, stream: event.stream.flatMap((found) => stream(found, to) ?? []) };
      }),
  };
}

/** Where nothing may be relayed, the operator's own sources could only find what nobody gets. */
export function deliverable(registry: Registry, mode: RelayMode): Registry {
  if (mode !== 'off') return registry;
  const sources = registry.sources.filter((source) => source.isOwn !== true);
  return createRegistry({ sources, embeds: registry.embeds });
}

const NOT_RELAYED = {
  type: 'error' as const,
  name: 'NotFoundError',
  message: 'This server does not relay streams',
};

async function* mapped<T>(
  events: AsyncIterable<T>,
  change: (event: T) => T,
): AsyncGenerator<T, void, undefined> {
  for await (const event of events) yield change(event);
}

/** An address, a host that was refused, or where a machine is in a network. */
const PLACE =
  /\b[a-z]+:\S+|[^\s(]+(?= is not a public address)|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|\[[\da-f:.]+\](?::\d+)?/gi;

type Failed = UpdateEvent | Extract<ScrapeSourceEvent, { type: 'error' }>;

/** What went wrong with the operator's own server may be told, but not where that is. */
function withoutAddresses<T extends Failed>(event: T): T {
  const hide = (text: string): string => text.replaceAll(PLACE, '(address)');
  if (event.type === 'error') return { ...event, message: hide(event.message) };
  const { error, reason } = event;
  return {
    ...event,
    ...(reason !== undefined && { reason: hide(reason) }),
    ...(error && { error: { ...error, message: hide(error.message) } }),
  };
}

function playsInPages(stream: Stream, origin: string): boolean {
  const needsHeaders = Object.keys(stream.headers ?? {}).length > 0;
  const isSecurePage = origin.startsWith('https:');
  const isMixed = isSecurePage && addressesOf(stream).some((url) => url.startsWith('http:'));
  return stream.flags.includes(PLAYS_IN_PAGES) && !needsHeaders && !isMixed;
}

function addressesOf(stream: Stream): string[] {
  if (stream.type === 'hls') return [stream.playlist];
  return Object.values(stream.qualities).map(({ url }) => url);
}

/** Made anew from what is known of a stream, so that nothing crosses by being overlooked. */
function relayed(stream: Stream, { isOwn, origin }: Recipient, issue: Issue): Stream {
  const { id, attribution, thumbnailTrack } = stream;
  const headers = sendable({ ...stream.preferredHeaders, ...stream.headers });
  const addressOf = (url: string, kind: TicketKind): string => {
    const grant = { url, kind, headers };
    return `${origin}${streamPath(issue(grant), grant)}`;
  };
  const common = {
    id,
    flags: [PLAYS_IN_PAGES],
    captions: isOwn ? stream.captions.map((it) => ownCaption(it, addressOf)) : stream.captions,
    // Its pictures are named in a file that is not rewritten, so an own one would only lead astray.
    ...(thumbnailTrack && !isOwn && { thumbnailTrack }),
    ...(attribution && { attribution }),
  };
  if (stream.type === 'hls') {
    return { ...common, type: 'hls', playlist: addressOf(stream.playlist, 'playlist') };
  }
  const qualities: FileStream['qualities'] = {};
  for (const quality of QUALITIES) {
    const file = stream.qualities[quality];
    if (file) qualities[quality] = { ...file, url: addressOf(file.url, 'media') };
  }
  return { ...common, type: 'file', qualities };
}

function ownCaption(
  caption: CaptionTrack,
  addressOf: (url: string, kind: TicketKind) => string,
): CaptionTrack {
  return { ...caption, url: addressOf(caption.url, 'media'), hasCorsRestrictions: false };
}
