// The parts of PeerTube's REST API that two sources use, and the streams of a video.
import { z } from 'zod';
import { errorMessage } from '#errors.ts';
import { NotFoundError, type FetchResponse, type RunContext } from '#source.ts';
import { readJson, lenientArray } from '#parse-response.ts';
import {
  type CaptionTrack,
  type FileStream,
  type Stream,
  qualityOfHeight,
} from '@matinee/shared/media/stream';
import { languageCode } from '#caption-language.ts';

/** Limits the cost of comparing titles. */
export const HostedVideo = z.string().max(300);

export const Named = z.object({ id: z.number().nullable().catch(null) }).catch({ id: null });
/** An account or a channel. */
export const Person = z
  .object({
    name: z.string().optional().catch(undefined),
    host: z.string().optional().catch(undefined),
    displayName: z.string().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);
export type PeertubePerson = z.infer<typeof Person>;

const File = z.object({
  resolution: z.object({ id: z.number() }),
  fileUrl: z.string(),
  hasAudio: z.boolean().optional(),
  hasVideo: z.boolean().optional(),
});
type PeertubeFile = z.infer<typeof File>;

const Playlist = z.object({
  type: z.literal(1),
  playlistUrl: z.string().min(1),
  files: lenientArray(File),
});

const Video = z.object({
  name: HostedVideo,
  url: z.string().optional().catch(undefined),
  duration: z.number().positive().optional().catch(undefined),
  originallyPublishedAt: z.string().nullish().catch(undefined),
  isLive: z.boolean().catch(false),
  licence: Named,
  state: Named,
  privacy: Named,
  account: Person,
  channel: Person,
  files: lenientArray(File),
  streamingPlaylists: lenientArray(Playlist),
});
export type PeertubeVideo = z.infer<typeof Video>;

const Caption = z.object({
  language: z.object({ id: z.string() }),
  captionPath: z.string().optional(),
  fileUrl: z.string().nullish(),
  automaticallyGenerated: z.boolean().optional().catch(undefined),
});
type PeertubeCaption = z.infer<typeof Caption>;

interface VideoAddress {
  readonly base: string;
  readonly video: string;
}

/** Undefined if the host has no such video. */
export async function fetchVideo(
  context: Pick<RunContext, 'fetch'>,
  { base, video }: VideoAddress,
): Promise<PeertubeVideo | undefined> {
  const response = await context.fetch(`${base}/api/v1/videos/${video}`);
  if (response.status === 404) return undefined;
  if (response.status === 401 || response.status === 403)
    throw new NotFoundError(accessError(response));
  const parsed = Video.safeParse(readJson(response, 'The PeerTube host'));
  if (!parsed.success) throw new Error('The PeerTube host sent an unexpected response');
  return parsed.data;
}

/** Returns no captions after a failure, because the movie plays without them. */
export async function fetchCaptions(
  context: Pick<RunContext, 'fetch' | 'signal' | 'warn'>,
  { base, video }: VideoAddress,
): Promise<readonly PeertubeCaption[]> {
  try {
    const response = await context.fetch(`${base}/api/v1/videos/${video}/captions`);
    const json = readJson(response, 'The PeerTube host');
    return z.object({ data: lenientArray(Caption) }).parse(json).data;
  } catch (error) {
    context.signal.throwIfAborted();
    context.warn(`No subtitles: ${errorMessage(error)}`);
    return [];
  }
}

const Problem = z.object({ code: z.string().optional().catch(undefined) });

/** Reads the RFC 7807 problem of a host that denies access. It may have a code. */
function accessError({ body }: FetchResponse): string {
  let problem: unknown;
  try {
    problem = JSON.parse(body);
  } catch {
    // Some hosts respond in plain text.
  }
  const { code } = Problem.catch({ code: undefined }).parse(problem);
  const wantsPassword = code === 'video_requires_password' || code === 'incorrect_video_password';
  return wantsPassword ? 'the video is protected by a password' : 'the video is private';
}

const PUBLISHED = 1;
/** Public and unlisted. */
const OPEN_PRIVACY = [1, 2];
const ALL_RIGHTS_RESERVED = 9;

interface StreamDetails {
  readonly base: string;
  readonly captions: readonly PeertubeCaption[];
  /** The license in the credit line. */
  readonly licence: string | undefined;
}

/** Returns HLS first, then the plain files. */
export function videoStreams(video: PeertubeVideo, details: StreamDetails): readonly Stream[] {
  requirePlayable(video);
  const page = webAddress(video.url ?? '', details.base);
  const author = video.channel?.displayName ?? video.account?.displayName;
  const common = {
    flags: ['cors-allowed'],
    captions: captionTracks(details),
    attribution: {
      text: [video.name, author].filter(Boolean).join(' · '),
      ...(details.licence !== undefined && { licence: details.licence }),
      ...(page && { url: page }),
    },
  };
  const playlists = video.streamingPlaylists.flatMap(
    ({ playlistUrl }) => webAddress(playlistUrl, details.base) ?? [],
  );
  // Hosts without plain files serve the playlist's files.
  const pieces = video.streamingPlaylists.flatMap(({ files }) => files);
  const qualities = qualitiesOf(video.files.length > 0 ? video.files : pieces, details.base);
  const hls = playlists
    .slice(0, 1)
    .map((playlist): Stream => ({ ...common, id: 'hls', type: 'hls', playlist }));
  const files: readonly Stream[] =
    Object.keys(qualities).length > 0 ? [{ ...common, id: 'files', type: 'file', qualities }] : [];
  if (hls.length + files.length === 0) throw new NotFoundError('the video has no playable file');
  return [...hls, ...files];
}

function requirePlayable(video: PeertubeVideo): void {
  if (video.isLive) throw new NotFoundError('the video is a live broadcast');
  if (video.state.id !== PUBLISHED) throw new NotFoundError("the video isn't published yet");
  if (!OPEN_PRIVACY.includes(video.privacy.id ?? 0))
    throw new NotFoundError('the video is private');
  if (video.licence.id === ALL_RIGHTS_RESERVED) throw new NotFoundError('all rights are reserved');
}

/** Skips files with only video (`hasAudio: false`) or only audio (resolution 0). */
function qualitiesOf(files: readonly PeertubeFile[], base: string): FileStream['qualities'] {
  const qualities: FileStream['qualities'] = {};
  const playable = files
    .filter(({ hasAudio, hasVideo, resolution }) => {
      return hasAudio !== false && hasVideo !== false && resolution.id > 0;
    })
    .toSorted((a, b) => b.resolution.id - a.resolution.id);
  for (const { fileUrl, resolution } of playable) {
    const url = webAddress(fileUrl, base);
    const isMp4 = url !== undefined && new URL(url).pathname.endsWith('.mp4');
    if (isMp4) qualities[qualityOfHeight(resolution.id)] ??= { type: 'mp4', url };
  }
  return qualities;
}

function captionTracks({ captions, base }: StreamDetails): CaptionTrack[] {
  const tracks = captions
    .toSorted((a, b) => Number(a.automaticallyGenerated) - Number(b.automaticallyGenerated))
    .flatMap((caption) => {
      const url = webAddress(caption.fileUrl ?? caption.captionPath ?? '', base);
      const language = languageCode(caption.language.id);
      return url && language ? [{ ...VTT, id: caption.language.id, url, language }] : [];
    });
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  return [...byLanguage.values()].flatMap(([first]) => first ?? []);
}

const VTT = { type: 'vtt', hasCorsRestrictions: false } as const;

/** Resolves an address to an HTTP(S) URL. */
function webAddress(address: string, base: string): string | undefined {
  const url = address === '' ? null : URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
