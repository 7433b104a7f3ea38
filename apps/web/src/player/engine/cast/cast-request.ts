import type { CastCaption } from './cast-captions.ts';
import type { PlaylistFacts } from './cast-playlist.ts';
import type { CastLoadRequest, CastSdk } from './cast-sdk.ts';

export interface CastWish {
  readonly url: string;
  /** Of a playlist; a file has none. */
  readonly facts: PlaylistFacts | undefined;
  readonly caption: CastCaption | undefined;
  readonly title: string;
  readonly startAt: number;
  readonly autoplay: boolean;
  readonly rate: number;
}

/** The track of our own captions; those of the medium get other numbers. */
export const CAPTION_TRACK = 1;

/** All that a receiver is told of a film. */
export function castRequest({ media }: CastSdk, wish: CastWish): CastLoadRequest {
  const { url, facts, caption, title, startAt, autoplay, rate } = wish;
  const info = new media.MediaInfo(url, facts ? 'application/x-mpegurl' : 'video/mp4');
  info.contentUrl = url;
  info.streamType = 'BUFFERED';
  const metadata = new media.GenericMediaMetadata();
  metadata.title = title;
  info.metadata = metadata;
  // Where the pieces do not say what they are, the receiver finds out; told the wrong thing it plays nothing.
  if (facts?.video !== undefined) info.hlsVideoSegmentFormat = facts.video;
  if (facts?.audio !== undefined) info.hlsSegmentFormat = facts.audio;
  if (caption) info.tracks = [captionTrack(media, caption)];

  const request = new media.LoadRequest(info);
  request.currentTime = startAt;
  request.autoplay = autoplay;
  request.playbackRate = rate;
  if (caption) request.activeTrackIds = [CAPTION_TRACK];
  return request;
}

function captionTrack(media: CastSdk['media'], { url, label, language }: CastCaption) {
  const track = new media.Track(CAPTION_TRACK, 'TEXT');
  track.trackContentId = url;
  track.trackContentType = 'text/vtt';
  track.subtype = 'SUBTITLES';
  track.name = label;
  track.language = language;
  return track;
}
