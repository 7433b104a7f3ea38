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
  type ImageCaptionTrack,
  type Stream,
} from '@matinee/shared/media/stream';
import { createRegistry, type Registry } from '@matinee/sources/registry';
import { sendable } from '#stream-relay/headers.ts';
import { streamPath } from '#stream-relay/link.ts';
import type { Grant, Issue, Reach, Tickets } from '#stream-relay/stream-token.ts';
import { isPrivateHost } from './is-private-host.ts';

/** For which streams the relay may be used. */
export type RelayMode = 'off' | 'own' | 'all';

export interface DeliveryOptions {
  readonly registry: Pick<Registry, 'source'>;
  readonly tickets: Tickets;
  readonly mode: RelayMode;
  /** Whether the operator has opened this `host:port` for what they named. */
  readonly isAllowed?: (host: string) => boolean;
}

export interface Visitor {
  /** Under which the visitor sees this server. */
  readonly origin: string;
  /** The id of the sign-in session that tickets of own sources end with; unset where they need no account. */
  readonly accountSession?: string | undefined;
}

export interface Recipient extends Visitor {
  /** `own`: from the operator's own server, no address and no key of which may be told. */
  readonly reach: Reach;
}

type Told<T> = (events: AsyncIterable<T>, visitor: Visitor) => AsyncIterable<T>;

export interface Delivery {
  /** Undefined where the stream is the operator's own and may not be relayed. */
  readonly stream: (stream: Stream, to: Recipient) => Stream | undefined;
  readonly run: Told<ScrapeEvent>;
  readonly sourceRun: (id: string) => Told<ScrapeSourceEvent>;
  readonly embedRun: Told<ScrapeEmbedEvent>;
}

const all = (): boolean => true;
const nothing = (): boolean => false;

/** The family's word for what plays in a page. */
const PLAYS_IN_PAGES = 'cors-allowed';

export function createDelivery(options: DeliveryOptions): Delivery {
  const { registry, tickets, mode, isAllowed = () => false } = options;

  function reachOf(id: string): Reach {
    return registry.source(id)?.trust ?? 'public';
  }
  const hidden = <T extends Failed>(id: string, event: T): T =>
    reachOf(id) === 'public' ? event : withoutAddresses(event);
  const isPrivate = (url: string): boolean => isPrivateHost(url, isAllowed);

  function stream(found: Stream, to: Recipient): Stream | undefined {
    if (mode === 'off') return to.reach === 'own' ? undefined : found;
    if (to.reach === 'own')
      return relayed(found, {
        ...to,
        issue: tickets.newSession(to.accountSession),
        isHidden: all,
      });
    const isNamed = to.reach === 'named';
    const isUnplayable = !playsInPages(found, to.origin);
    const relaying = {
      ...to,
      issue: tickets.newSession(),
      isHidden: isNamed ? isPrivate : nothing,
    };
    if (isUnplayable && (isNamed || mode === 'all')) return relayed(found, relaying);
    if (!isNamed) return found;
    if (addressesOf(found).some(isPrivate)) return relayed(found, relaying);
    const { thumbnailTrack: _hidden, ...rest } = found;
    return { ...rest, ...besides(found, relaying, {}) };
  }

  return {
    stream,
    run: (events, visitor) =>
      mapped(events, (event) => {
        if (event.type === 'update') return hidden(event.id, event);
        if (event.type !== 'completed') return event;
        const own = stream(event.stream, { ...visitor, reach: reachOf(event.sourceId) });
        return own ? { ...event, stream: own } : { type: 'noOutput' };
      }),
    sourceRun: (id) => (events, visitor) =>
      mapped(events, (event) => {
        if (event.type !== 'completed') return hidden(id, event);
        const to = { ...visitor, reach: reachOf(id) };
        const streams = event.stream?.flatMap((found) => stream(found, to) ?? []);
        // An embed's address would be told to the visitor, so the operator's own have none.
        const embeds = to.reach === 'own' ? [] : event.embeds;
        if (embeds.length === 0 && !streams?.length) return NOT_RELAYED;
        return { ...event, embeds, ...(streams && { stream: streams }) };
      }),
    embedRun: (events, visitor) =>
      mapped(events, (event) => {
        if (event.type !== 'completed') return event;
        const to: Recipient = { ...visitor, reach: 'public' };
        return { ...event, stream: event.stream.flatMap((found) => stream(found, to) ?? []) };
      }),
  };
}

/** Where nothing may be relayed, the operator's own sources could only find what nobody gets. */
export function deliverable(registry: Registry, mode: RelayMode): Registry {
  if (mode !== 'off') return registry;
  const sources = registry.sources.filter(({ trust }) => trust !== 'own');
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

type Headers = Grant['headers'];

interface Relaying extends Recipient {
  readonly issue: Issue;
  /** Of what else belongs to a stream. */
  readonly isHidden: (url: string) => boolean;
}

/** Made anew from what is known of a stream, so that nothing crosses by being overlooked. */
function relayed(stream: Stream, relaying: Relaying): Stream {
  const { id, attribution } = stream;
  const headers = sendable({ ...stream.preferredHeaders, ...stream.headers });
  const common = {
    id,
    flags: [PLAYS_IN_PAGES],
    ...besides(stream, relaying, headers),
    ...(attribution && { attribution }),
  };
  if (stream.type === 'hls') {
    const grant = { url: stream.playlist, kind: 'playlist' as const, headers };
    return { ...common, type: 'hls', playlist: addressOf(grant, relaying) };
  }
  const qualities: FileStream['qualities'] = {};
  for (const quality of QUALITIES) {
    const file = stream.qualities[quality];
    if (!file) continue;
    const url = addressOf({ url: file.url, kind: 'media', headers }, relaying);
    qualities[quality] = { ...file, url };
  }
  return { ...common, type: 'file', qualities };
}

/** Captions and pictures may lie on another server than the film. */
function besides(stream: Stream, relaying: Relaying, headers: Headers) {
  const { captions, imageCaptions, thumbnailTrack } = stream;
  return {
    captions: captions.map((it) => ownCaption(it, relaying, headers)),
    ...(imageCaptions && {
      imageCaptions: imageCaptions.map((it) => ownImageCaption(it, relaying, headers)),
    }),
    // Its pictures are named in a file that is not rewritten, so a hidden one would only lead astray.
    ...(thumbnailTrack && !relaying.isHidden(thumbnailTrack.url) && { thumbnailTrack }),
  };
}

function addressOf(grant: Omit<Grant, 'reach'>, { origin, issue, reach }: Relaying): string {
  return `${origin}${streamPath(issue({ ...grant, reach }), grant)}`;
}

function ownCaption(caption: CaptionTrack, relaying: Relaying, headers: Headers): CaptionTrack {
  if (!relaying.isHidden(caption.url)) return caption;
  const own = (url: string) => addressOf({ url, kind: 'media', headers }, relaying);
  const { original } = caption;
  return {
    ...caption,
    url: own(caption.url),
    ...(original !== undefined && { original: own(original) }),
    hasCorsRestrictions: false,
  };
}

function ownImageCaption(
  caption: ImageCaptionTrack,
  relaying: Relaying,
  headers: Headers,
): ImageCaptionTrack {
  if (!relaying.isHidden(caption.url)) return caption;
  const url = addressOf({ url: caption.url, kind: 'media', headers }, relaying);
  return { ...caption, url, hasCorsRestrictions: false };
}
