import {
  type CaptionTrack,
  type FileStream,
  type Stream,
  qualityOfHeight,
} from '@matinee/shared/media/stream';
import { languageCode } from '#caption-language.ts';
import { NotFoundError } from '#source.ts';
import type { PeertubeCaption, PeertubeFile, PeertubeVideo } from './video.ts';

const PUBLISHED = 1;
/** Public and unlisted. */
const OPEN_PRIVACY = [1, 2];
const ALL_RIGHTS_RESERVED = 9;

interface Frame {
  readonly base: string;
  readonly captions: readonly PeertubeCaption[];
  /** The terms on which it is shown, when there are any to tell. */
  readonly licence: string | undefined;
}

/** The adaptive stream first, then the plain files. */
export function streamsOf(video: PeertubeVideo, frame: Frame): readonly Stream[] {
  refuseClosed(video);
  const page = webAddress(video.url ?? '', frame.base);
  const author = video.channel?.displayName ?? video.account?.displayName;
  const common = {
    flags: ['cors-allowed'],
    captions: captionTracks(frame),
    attribution: {
      text: [video.name, author].filter(Boolean).join(' · '),
      ...(frame.licence !== undefined && { licence: frame.licence }),
      ...(page && { url: page }),
    },
  };
  const playlists = video.streamingPlaylists.flatMap(
    ({ playlistUrl }) => webAddress(playlistUrl, frame.base) ?? [],
  );
  // A host that keeps no plain files still has the halves or wholes that its playlist is made of.
  const pieces = video.streamingPlaylists.flatMap(({ files }) => files);
  const qualities = qualitiesOf(video.files.length > 0 ? video.files : pieces, frame.base);
  const hls = playlists
    .slice(0, 1)
    .map((playlist): Stream => ({ ...common, id: 'hls', type: 'hls', playlist }));
  const files: readonly Stream[] =
    Object.keys(qualities).length > 0 ? [{ ...common, id: 'files', type: 'file', qualities }] : [];
  if (hls.length + files.length === 0) throw new NotFoundError('the video has no file that plays');
  return [...hls, ...files];
}

function refuseClosed(video: PeertubeVideo): void {
  if (video.isLive) throw new NotFoundError('it is a live broadcast');
  if (video.state.id !== PUBLISHED) throw new NotFoundError('the video is not published yet');
  if (!OPEN_PRIVACY.includes(video.privacy.id ?? 0))
    throw new NotFoundError('the video is private');
  if (video.licence.id === ALL_RIGHTS_RESERVED) throw new NotFoundError('all rights are reserved');
}

/** `hasAudio: false` is half of a split recording; resolution 0 the other half. */
function qualitiesOf(files: readonly PeertubeFile[], base: string): FileStream['qualities'] {
  const qualities: FileStream['qualities'] = {};
  const whole = files
    .filter(({ hasAudio, hasVideo, resolution }) => {
      return hasAudio !== false && hasVideo !== false && resolution.id > 0;
    })
    .toSorted((a, b) => b.resolution.id - a.resolution.id);
  for (const { fileUrl, resolution } of whole) {
    const url = webAddress(fileUrl, base);
    const isMp4 = url !== undefined && new URL(url).pathname.endsWith('.mp4');
    if (isMp4) qualities[qualityOfHeight(resolution.id)] ??= { type: 'mp4', url };
  }
  return qualities;
}

function captionTracks({ captions, base }: Frame): CaptionTrack[] {
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

/** An absolute http(s) address, or nothing. */
function webAddress(address: string, base: string): string | undefined {
  const url = address === '' ? null : URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
