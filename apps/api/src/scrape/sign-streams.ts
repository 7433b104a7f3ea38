// Signs streams for a client. Sources and caches contain plain URLs, which become stream tokens only here, for each
// request.
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
import { LIBRARY_SCHEME } from '@matinee/sources/source';
import { createRegistry, type Registry } from '@matinee/sources/registry';
import { sanitizeHeaders } from '#stream-relay/headers.ts';
import {
  STREAM_PATH,
  streamPath,
  type StreamClaims,
  type PlaybackTokens,
  type Scope,
  type StreamTokens,
} from '#stream-relay/stream-token.ts';
import { isIP } from 'node:net';
import { hostAndPort, isPublicAddress } from '#proxy/destination.ts';

/** The streams that are relayed. */
export type RelayMode = 'off' | 'own' | 'all';

export interface StreamSignerOptions {
  readonly registry: Pick<Registry, 'source'>;
  readonly tokens: StreamTokens;
  readonly mode: RelayMode;
  /** Returns whether the operator has allowed this `host:port` for named sources. */
  readonly isAllowed?: (host: string) => boolean;
}

export interface Requester {
  /** The public origin of this server. */
  readonly origin: string;
  /**
   * The sign-in session that stream tokens of operator sources end with. Unset if they need no account.
   */
  readonly accountSession?: string | undefined;
}

export interface SigningContext extends Requester {
  /** `own`: on the operator's servers, whose URLs and keys must not leak. */
  readonly scope: Scope;
}

type SignEvents<T> = (events: AsyncIterable<T>, requester: Requester) => AsyncIterable<T>;

export interface StreamSigner {
  /** Returns undefined if the stream is the operator's own and may not be relayed. */
  readonly stream: (stream: Stream, to: SigningContext) => Stream | undefined;
  readonly run: SignEvents<ScrapeEvent>;
  readonly sourceRun: (id: string) => SignEvents<ScrapeSourceEvent>;
  readonly embedRun: SignEvents<ScrapeEmbedEvent>;
}

const all = (): boolean => true;
const nothing = (): boolean => false;

/** The movie-web flag for streams that play in a page. */
const PLAYS_IN_PAGES = 'cors-allowed';

export function createStreamSigner(options: StreamSignerOptions): StreamSigner {
  const { registry, tokens, mode, isAllowed = () => false } = options;

  function scopeOf(id: string): Scope {
    return registry.source(id)?.trust ?? 'public';
  }
  const hideAddresses = <T extends FailureEvent>(id: string, event: T): T =>
    scopeOf(id) === 'public' ? event : withoutAddresses(event);
  const isPrivate = (url: string): boolean => isPrivateHost(url, isAllowed);

  function stream(found: Stream, to: SigningContext): Stream | undefined {
    if (mode === 'off') return to.scope === 'own' ? undefined : found;
    if (to.scope === 'own')
      return relayStream(found, {
        ...to,
        ...tokens.newTokens(to.accountSession),
        isHidden: all,
      });
    const isNamed = to.scope === 'named';
    const isUnplayable = !playsInPages(found, to.origin);
    const signing = {
      ...to,
      ...tokens.newTokens(),
      isHidden: isNamed ? isPrivate : nothing,
    };
    if (isUnplayable && (isNamed || mode === 'all')) return relayStream(found, signing);
    if (!isNamed) return found;
    if (addressesOf(found).some(isPrivate)) return relayStream(found, signing);
    const { thumbnailTrack: _hidden, ...rest } = found;
    const lowerQualities = found.type === 'file' ? found.lowerQualities : undefined;
    return {
      ...rest,
      ...relayTracks(found, signing, {}),
      // This server creates them, wherever the file is.
      ...(lowerQualities && { lowerQualities: signPlaylists(lowerQualities, signing, {}) }),
    };
  }

  /** Signs the link to a file that no browser plays. Drops it if clients must not see it. */
  function signCause<T extends FailureEvent>(id: string, event: T, requester: Requester): T {
    if (event.cause?.url === undefined) return event;
    const { url, ...cause } = event.cause;
    const scope = scopeOf(id);
    const isOpen = scope === 'named' && /^https?:/i.test(url) && !isPrivate(url);
    if (isOpen) return event;
    if (scope !== 'own' || mode === 'off') return { ...event, cause };
    const grant = { url, kind: 'media' as const, headers: {} };
    const issue = tokens.newSession(requester.accountSession);
    const signed = signedUrl(grant, { ...requester, scope, issue });
    return { ...event, cause: { ...cause, url: signed } };
  }

  return {
    stream,
    run: (events, requester) =>
      mapped(events, (event) => {
        if (event.type === 'update') {
          return hideAddresses(event.id, signCause(event.id, event, requester));
        }
        if (event.type !== 'completed') return event;
        const signed = stream(event.stream, { ...requester, scope: scopeOf(event.sourceId) });
        return signed ? { ...event, stream: signed } : { type: 'noOutput' };
      }),
    sourceRun: (id) => (events, requester) =>
      mapped(events, (event) => {
        if (event.type !== 'completed') return hideAddresses(id, signCause(id, event, requester));
        const to = { ...requester, scope: scopeOf(id) };
        const streams = event.stream?.flatMap((found) => stream(found, to) ?? []);
        // Leave out embeds of operator sources, because their URLs would leak.
        const embeds = to.scope === 'own' ? [] : event.embeds;
        if (embeds.length === 0 && !streams?.length) return NOT_RELAYED;
        return { ...event, embeds, ...(streams && { stream: streams }) };
      }),
    embedRun: (events, requester) =>
      mapped(events, (event) => {
        if (event.type !== 'completed') return event;
        const to: SigningContext = { ...requester, scope: 'public' };
        return { ...event, stream: event.stream.flatMap((found) => stream(found, to) ?? []) };
      }),
  };
}

/** Leaves out operator sources if the relay is off, because the server can't serve their streams. */
export function relayableSources(registry: Registry, mode: RelayMode): Registry {
  if (mode !== 'off') return registry;
  const sources = registry.sources.filter(({ trust }) => trust !== 'own');
  return createRegistry({ sources, embeds: registry.embeds });
}

const NOT_RELAYED = {
  type: 'error' as const,
  name: 'NotFoundError',
  message: "This server doesn't relay streams",
};

async function* mapped<T>(
  events: AsyncIterable<T>,
  change: (event: T) => T,
): AsyncGenerator<T, void, undefined> {
  for await (const event of events) yield change(event);
}

/** Matches URLs, rejected host names and IP addresses. */
const ADDRESS =
  /\b[a-z]+:\S+|[^\s(]+(?= (?:isn't a public|doesn't resolve to an) address)|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|\[[\da-f:.]+\](?::\d+)?/gi;

type FailureEvent = UpdateEvent | Extract<ScrapeSourceEvent, { type: 'error' }>;

/** Hides addresses in error messages of operator sources. */
function withoutAddresses<T extends FailureEvent>(event: T): T {
  const hide = (text: string): string => text.replaceAll(ADDRESS, '(address)');
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

type StreamHeaders = StreamClaims['headers'];

interface SigningOptions extends SigningContext {
  readonly issue: PlaybackTokens['issue'];
  readonly issueDirectory: PlaybackTokens['issueDirectory'];
  /** Returns whether to hide another URL of the stream. */
  readonly isHidden: (url: string) => boolean;
}

/** Builds the stream from known fields, to keep other fields from leaking. */
function relayStream(stream: Stream, signing: SigningOptions): Stream {
  const { id, attribution } = stream;
  const headers = sanitizeHeaders({ ...stream.preferredHeaders, ...stream.headers });
  const common = {
    id,
    flags: [PLAYS_IN_PAGES],
    ...relayTracks(stream, signing, headers),
    ...(attribution && { attribution }),
  };
  if (stream.type === 'hls') {
    const grant = { url: stream.playlist, kind: 'playlist' as const, headers };
    return { ...common, type: 'hls', playlist: signedUrl(grant, signing) };
  }
  const qualities: FileStream['qualities'] = {};
  for (const quality of QUALITIES) {
    const file = stream.qualities[quality];
    if (!file) continue;
    const url = signedUrl({ url: file.url, kind: 'media', headers }, signing);
    qualities[quality] = { ...file, url };
  }
  const { lowerQualities } = stream;
  return {
    ...common,
    type: 'file',
    qualities,
    ...(lowerQualities && { lowerQualities: signPlaylists(lowerQualities, signing, headers) }),
  };
}

function signPlaylists(
  playlists: NonNullable<FileStream['lowerQualities']>,
  signing: SigningOptions,
  headers: StreamHeaders,
): FileStream['lowerQualities'] {
  const signed = Object.entries(playlists).map(([quality, { type, url }]) => {
    const grant = { url, kind: 'playlist' as const, headers };
    return [quality, { type, url: signedUrl(grant, signing) }] as const;
  });
  return Object.fromEntries(signed);
}

/** Captions and images may be on another server than the movie. */
function relayTracks(stream: Stream, signing: SigningOptions, headers: StreamHeaders) {
  const { captions, imageCaptions, thumbnailTrack, chapters, segments } = stream;
  const { timeline, imagePlaylist, embeddedSubtitles } = stream;
  return {
    captions: captions.map((it) => signCaption(it, signing, headers)),
    ...(imageCaptions && {
      imageCaptions: imageCaptions.map((it) => signImageCaption(it, signing, headers)),
    }),
    ...(thumbnailTrack && signThumbnails(thumbnailTrack, signing)),
    ...(chapters && { chapters }),
    ...(segments && { segments }),
    ...(timeline !== undefined && { timeline: signHidden(timeline, 'media', signing, headers) }),
    ...(embeddedSubtitles !== undefined && {
      embeddedSubtitles: signInDirectory(embeddedSubtitles, signing),
    }),
    ...(imagePlaylist !== undefined && {
      imagePlaylist: signHidden(imagePlaylist, 'playlist', signing, headers),
    }),
  };
}

const signHidden = (
  url: string,
  kind: StreamClaims['kind'],
  signing: SigningOptions,
  headers: StreamHeaders,
): string => (signing.isHidden(url) ? signedUrl({ url, kind, headers }, signing) : url);

/**
 * Signs the thumbnail track. The server doesn't rewrite the file that names the pictures. It thus drops a hidden track,
 * unless a library has a separate directory for track and pictures.
 */
function signThumbnails(
  track: NonNullable<Stream['thumbnailTrack']>,
  signing: SigningOptions,
): Pick<Stream, 'thumbnailTrack'> {
  const { url } = track;
  if (signing.isHidden(url) && !url.startsWith(LIBRARY_SCHEME)) return {};
  return { thumbnailTrack: { ...track, url: signInDirectory(url, signing) } };
}

/** Signs a library's file that names others in the same directory. */
function signInDirectory(
  url: string,
  { origin, issueDirectory, scope, isHidden }: SigningOptions,
): string {
  if (!isHidden(url)) return url;
  const at = url.lastIndexOf('/') + 1;
  const grant = { url: url.slice(0, at), kind: 'media' as const, headers: {}, scope };
  return `${origin}${STREAM_PATH}/${issueDirectory(grant)}/${url.slice(at)}`;
}

function signedUrl(
  grant: Omit<StreamClaims, 'scope'>,
  { origin, issue, scope }: Pick<SigningOptions, 'origin' | 'issue' | 'scope'>,
): string {
  return `${origin}${streamPath(issue({ ...grant, scope }), grant)}`;
}

function signCaption(
  caption: CaptionTrack,
  signing: SigningOptions,
  headers: StreamHeaders,
): CaptionTrack {
  if (!signing.isHidden(caption.url)) return caption;
  const signed = (url: string) => signedUrl({ url, kind: 'media', headers }, signing);
  const { original } = caption;
  return {
    ...caption,
    url: signed(caption.url),
    ...(original !== undefined && { original: signed(original) }),
    hasCorsRestrictions: false,
  };
}

function signImageCaption(
  caption: ImageCaptionTrack,
  signing: SigningOptions,
  headers: StreamHeaders,
): ImageCaptionTrack {
  if (!signing.isHidden(caption.url)) return caption;
  const url = signedUrl({ url: caption.url, kind: 'media', headers }, signing);
  return { ...caption, url, hasCorsRestrictions: false };
}

/** Names of RFC 6762, 6761 and 8375, and names that routers use. */
const PRIVATE_NAME = /(?:^|\.)(?:local|localhost|lan|home|internal|intranet|corp|home\.arpa)\.?$/;

/**
 * Returns whether a URL names a host in a private network. Clients elsewhere can't fetch the URL and must not see it.
 * Makes no DNS lookup, so a public name may still resolve to a private address.
 */
export function isPrivateHost(text: string, isAllowed: (host: string) => boolean): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  if (isAllowed(hostAndPort(url))) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes('.') || PRIVATE_NAME.test(host);
}
