/** Plays only the HTTP streams of Stremio add-ons. */
import { type ScrapeMedia, localId } from '@matinee/shared/media/media';
import { errorMessage } from '#errors.ts';
import { findPlaylists, inspectFiles, withFacts } from '#remote-files.ts';
import {
  NotFoundError,
  type RunContext,
  type Source,
  type SourceContext,
  type SourceResult,
} from '#source.ts';
import {
  createAddon,
  type Addon,
  type AddonOptions,
  createAddonClient,
  type AddonClient,
  type AddonStream,
} from './addon-client.ts';
import { supports, hasStreamsOf, rejectionText, type AddonManifest } from './addon-manifest.ts';
import {
  containerOf,
  linkOf,
  playableStreams,
  streamsOf,
  type PlayableStream,
  captionTracks,
  NO_CAPTIONS,
} from './addon-streams.ts';

const FIRST_RANK = 250;

interface StremioOptions extends Omit<AddonOptions, 'url'> {
  /** The URLs of manifests from `transportOf`, best add-on first. */
  readonly urls: readonly string[];
  /** `server` for the operator's add-ons, which browsers can't see. `anywhere` for the user's. */
  readonly runsIn: Source['runsIn'];
}

interface StremioAddons {
  readonly sources: readonly Source[];
  /** Refreshes the manifests until stopped. If not called, they load on first use. */
  readonly start: () => () => Promise<void>;
}

export function stremioAddons({ urls, runsIn, ...options }: StremioOptions): StremioAddons {
  const addons = [...new Set(urls)].map((url) => createAddon({ ...options, url }));
  const trust = runsIn === 'server' ? 'named' : 'public';
  return {
    sources: addons.map((addon, at) => stremio(addon, { rank: FIRST_RANK - at, runsIn, trust })),
    start: () => {
      const stops = addons.map((addon) => addon.start());
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
      };
    },
  };
}

type AddonPosition = Pick<Source, 'rank' | 'runsIn' | 'trust'>;

function stremio(addon: Addon, position: AddonPosition): Source {
  const client = createAddonClient(addon);
  const find = (context: SourceContext): Promise<SourceResult> =>
    findStreams(addon, client, context);
  // Read supported types from the manifest, which may change.
  const has = (type: 'movie' | 'series'): boolean => {
    const manifest = addon.manifest();
    return manifest === undefined || hasStreamsOf(manifest, type);
  };
  return {
    ...position,
    id: `stremio-${localId(addon.base).toString(36)}`,
    get name() {
      return addon.manifest()?.name ?? addon.host;
    },
    get movie() {
      return has('movie') ? find : undefined;
    },
    get show() {
      return has('series') ? find : undefined;
    },
  };
}

async function findStreams(
  addon: Addon,
  client: AddonClient,
  context: SourceContext,
): Promise<SourceResult> {
  const title = idOf(context.media);
  if (!title) throw new NotFoundError('the add-on needs an IMDb ID');
  const manifest = await addon.ready(context.signal);
  const reason = rejectionText(manifest);
  if (reason !== undefined) throw new NotFoundError(`the add-on can't be used: ${reason}`);
  const request = { resource: 'stream', ...title } as const;
  if (!supports(manifest, request))
    throw new NotFoundError("the add-on doesn't offer titles of this kind");
  context.progress(20);
  const offered = await client.streams(context, request);
  const isConverting = context.inspectFile !== undefined;
  const candidates = await findPlaylists(playableStreams(offered, { isConverting }), context);
  const { playable, unplayable } = await inspected(candidates, context);
  const [first] = playable;
  if (!first) throw whatElse(offered, unplayable);
  context.progress(60);
  const captions = await subtitlesFor(first, { client, context, manifest, title });
  return { embeds: [], streams: streamsOf(playable, manifest.name, captions) };
}

interface InspectedStreams {
  readonly playable: readonly PlayableStream[];
  /** One of the streams that don't play. */
  readonly unplayable: UnplayableStream | undefined;
}

interface UnplayableStream {
  readonly format: string | undefined;
  readonly offered: AddonStream;
}

/** Leaves out streams that don't play, and replaces those that the server converts. */
async function inspected(
  streams: readonly PlayableStream[],
  context: RunContext,
): Promise<InspectedStreams> {
  const files = await inspectFiles(streams, context);
  const infos = new Map(files.map(({ file, info }) => [file, info]));
  const playable = streams.flatMap((stream) => {
    const info = infos.get(stream);
    if (info?.plays === 'never' || info?.plays === 'silently') return [];
    if (info?.plays === 'converted') {
      const { plays: _converted, playlist, ...parts } = info;
      const converted = { ...parts, url: playlist, isPlaylist: true, headers: {} };
      return { ...stream, ...converted, isWebReady: false };
    }
    const isPlayable = info !== undefined || stream.isPlaylist === true || !stream.isForeign;
    return isPlayable ? withFacts(stream, info) : [];
  });
  const unplayable = files.flatMap(({ file: { offered }, info }) =>
    info?.plays === 'never' ? { format: info.format, offered } : [],
  );
  const silent = streams.filter((stream) => infos.get(stream)?.plays === 'silently');
  return { playable: playable.length > 0 ? playable : silent, unplayable: unplayable[0] };
}

type AddonTitle = Pick<Parameters<typeof supports>[1], 'type' | 'id'>;

function idOf(media: ScrapeMedia): AddonTitle | undefined {
  const { imdbId } = media;
  if (imdbId === undefined) return undefined;
  if (media.type === 'movie') return { type: 'movie', id: imdbId };
  return { type: 'series', id: `${imdbId}:${media.season.number}:${media.episode.number}` };
}

interface Visit {
  readonly client: AddonClient;
  readonly context: RunContext;
  readonly manifest: AddonManifest;
  readonly title: AddonTitle;
}

/** Returns no captions after a failure, because the movie plays without them. */
async function subtitlesFor(stream: PlayableStream, visit: Visit) {
  const { client, context, manifest, title } = visit;
  const request = { resource: 'subtitles', ...title } as const;
  if (!supports(manifest, request)) return NO_CAPTIONS;
  const { videoHash, videoSize, filename } = stream.offered.behaviorHints;
  try {
    const extra = { videoHash, videoSize, filename };
    return captionTracks(await client.subtitles(context, request, extra));
  } catch (error) {
    context.signal.throwIfAborted();
    context.warn(`No subtitles: ${errorMessage(error)}`);
    return NO_CAPTIONS;
  }
}

function whatElse(
  offered: readonly AddonStream[],
  inspectedFile: UnplayableStream | undefined,
): NotFoundError {
  if (offered.length === 0) return new NotFoundError('the add-on has no streams for this title');
  const addressed = offered.filter(({ url, infoHash }) => url !== undefined && !infoHash);
  if (addressed.length === 0) {
    const reason = "the add-on has only torrents or links, which can't be played";
    return new NotFoundError(reason, { code: 'torrentsOnly' });
  }
  const named = addressed.flatMap((each) => {
    const format = containerOf(each);
    return format === undefined ? [] : { format, offered: each };
  });
  const unplayable = inspectedFile ?? named[0];
  const format = unplayable?.format;
  const url = unplayable && linkOf(unplayable.offered);
  return new NotFoundError("the add-on has it only in formats that browsers don't play", {
    code: 'unplayableStreams',
    ...(format !== undefined && { format }),
    ...(url !== undefined && { url }),
  });
}
