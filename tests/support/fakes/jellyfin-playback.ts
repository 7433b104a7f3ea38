import type { FakeSource, FakeStream } from './jellyfin-items.ts';

/** The part of a playback request that the fake reads. */
export interface PlaybackQuestion {
  readonly MediaSourceId?: string;
  readonly AudioStreamIndex?: number;
  readonly EnableDirectPlay?: boolean;
  readonly EnableDirectStream?: boolean;
  readonly EnableTranscoding?: boolean;
  readonly DeviceProfile?: {
    readonly DirectPlayProfiles?: readonly {
      readonly Container?: string;
      readonly VideoCodec?: string;
      readonly AudioCodec?: string;
    }[];
    readonly TranscodingProfiles?: readonly {
      readonly Container: string;
      readonly VideoCodec: string;
      readonly AudioCodec: string;
      readonly Protocol?: string;
    }[];
    readonly SubtitleProfiles?: readonly { readonly Format: string; readonly Method: string }[];
  };
}

interface Session {
  readonly itemId: string;
  readonly session: string;
  readonly apiKey: string;
}

/** Decides how a version is played on a device of that profile. */
export function decide(source: FakeSource, question: PlaybackQuestion, to: Session): object {
  const audio =
    question.AudioStreamIndex ?? source.MediaStreams.find(({ Type }) => Type === 'Audio')?.Index;
  const isDirect = question.EnableDirectPlay !== false && playsDirectly(source, question, audio);
  const { isNeverEncoded = false, ...known } = source;
  const mayEncode = question.EnableTranscoding !== false && !isNeverEncoded;
  return {
    ...known,
    Protocol: 'File',
    Path: `/media/films/${source.Id}.${source.Container}`,
    Type: 'Default',
    SupportsDirectPlay: isDirect,
    SupportsDirectStream: isDirect && question.EnableDirectStream !== false,
    SupportsTranscoding: mayEncode,
    DefaultAudioStreamIndex: audio,
    ...(!isDirect && mayEncode && transcoding(source, question, { ...to, audio })),
    MediaStreams: source.MediaStreams.map((stream) => withDelivery(stream, source, question, to)),
  };
}

function playsDirectly(
  { Container, MediaStreams }: FakeSource,
  { DeviceProfile }: PlaybackQuestion,
  audioIndex: number | undefined,
): boolean {
  const video = MediaStreams.find(({ Type }) => Type === 'Video');
  const audio = MediaStreams.find(({ Index }) => Index === audioIndex);
  return (DeviceProfile?.DirectPlayProfiles ?? []).some(
    (profile) =>
      overlap(profile.Container, Container) &&
      overlap(profile.VideoCodec, video?.Codec) &&
      (!audio || overlap(profile.AudioCodec, audio.Codec)),
  );
}

function overlap(allowed: string | undefined, actual: string | undefined): boolean {
  const names = actual?.split(',') ?? [];
  return allowed === undefined || allowed.split(',').some((name) => names.includes(name));
}

function transcoding(
  source: FakeSource,
  { DeviceProfile }: PlaybackQuestion,
  { itemId, session, apiKey, audio }: Session & { readonly audio: number | undefined },
): object {
  const [profile] = DeviceProfile?.TranscodingProfiles ?? [];
  if (!profile) return {};
  const query = new URLSearchParams({
    DeviceId: 'matinee',
    MediaSourceId: source.Id,
    VideoCodec: profile.VideoCodec,
    AudioCodec: profile.AudioCodec,
    AudioStreamIndex: String(audio ?? 1),
    VideoBitrate: '8000000',
    SegmentContainer: profile.Container,
    MinSegments: '1',
    PlaySessionId: session,
    ApiKey: apiKey,
    SubtitleMethod: 'External',
    TranscodeReasons: 'ContainerNotSupported',
  }).toString();
  return {
    TranscodingUrl: `/videos/${itemId}/master.m3u8?${query}`,
    TranscodingSubProtocol: profile.Protocol ?? 'http',
    TranscodingContainer: profile.Container,
  };
}

function withDelivery(
  stream: FakeStream,
  source: FakeSource,
  { DeviceProfile }: PlaybackQuestion,
  { itemId, apiKey }: Session,
): object {
  if (stream.Type !== 'Subtitle') return stream;
  const profile = DeviceProfile?.SubtitleProfiles?.find(
    ({ Method, Format }) =>
      Method === 'External' && (stream.IsTextSubtitleStream || Format === stream.Codec),
  );
  if (!profile) return { ...stream, DeliveryMethod: 'Encode' };
  const place = `/Videos/${itemId}/${source.Id}/Subtitles/${stream.Index}/0`;
  return {
    ...stream,
    SupportsExternalStream: true,
    IsExternalUrl: false,
    DeliveryMethod: 'External',
    DeliveryUrl: `${place}/Stream.${profile.Format}?ApiKey=${apiKey}`,
  };
}
