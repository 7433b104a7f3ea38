import type { Stream } from '@matinee/shared/media/stream';

import type { LoadOptions } from '../engine.ts';
import type { CastCaption } from './captions.ts';
import type { CastLoadRequest, CastSdk } from './sdk.ts';
import type { PlaylistInfo } from './source.ts';

interface LoaderOptions {
  /** Sends a stream to the television; `how` returns the latest load options. */
  readonly send: (stream: Stream, how: () => LoadOptions, signal: AbortSignal) => Promise<void>;
  readonly arrived: () => void;
  readonly failed: (message: string) => void;
}

/** The stream that a television plays or loads. */
export interface CastLoader {
  readonly load: (stream: Stream, options: LoadOptions) => void;
  /** Loads the same stream again. */
  readonly again: (how: LoadOptions) => void;
  readonly forget: () => void;
  readonly isReady: () => boolean;
  /** The load options while a load is pending. */
  readonly pending: () => LoadOptions | undefined;
  readonly change: (how: Partial<LoadOptions>) => void;
}

interface Loaded {
  readonly stream: Stream;
  readonly life: AbortController;
  readonly how: LoadOptions;
  /** False until the load resolves: the receiver still reports the previous stream. */
  readonly isHere: boolean;
}

export function createCastLoader({ send, arrived, failed }: LoaderOptions): CastLoader {
  let loaded: Loaded | undefined;

  function forget() {
    loaded?.life.abort();
    loaded = undefined;
  }

  async function load(stream: Stream, how: LoadOptions): Promise<void> {
    forget();
    const next: Loaded = { stream, how, life: new AbortController(), isHere: false };
    loaded = next;
    const { signal } = next.life;
    try {
      await send(stream, () => loaded?.how ?? how, signal);
      if (signal.aborted) return;
      loaded = { ...next, isHere: true };
      arrived();
    } catch (error) {
      if (signal.aborted) return;
      forget();
      failed(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    load: (stream, how) => void load(stream, how),
    again: (how) => {
      if (loaded) void load(loaded.stream, how);
    },
    forget,
    isReady: () => loaded?.isHere === true,
    pending: () => (loaded?.isHere === false ? loaded.how : undefined),
    change: (how) => {
      if (loaded) loaded = { ...loaded, how: { ...loaded.how, ...how } };
    },
  };
}

interface LoadDetails {
  readonly url: string;
  /** Undefined for a file. */
  readonly info: PlaylistInfo | undefined;
  readonly caption: CastCaption | undefined;
  readonly title: string;
  readonly startAt: number;
  readonly autoplay: boolean;
  readonly rate: number;
}

/** The id of our caption track. Tracks of the medium get other numbers. */
export const CAPTION_TRACK = 1;

export function createLoadRequest({ media }: CastSdk, details: LoadDetails): CastLoadRequest {
  const { url, info, caption, title, startAt, autoplay, rate } = details;
  const mediaInfo = new media.MediaInfo(url, info ? 'application/x-mpegurl' : 'video/mp4');
  mediaInfo.contentUrl = url;
  mediaInfo.streamType = 'BUFFERED';
  const metadata = new media.GenericMediaMetadata();
  metadata.title = title;
  mediaInfo.metadata = metadata;
  // The receiver detects a missing segment format; with a wrong one it plays nothing.
  if (info?.video !== undefined) mediaInfo.hlsVideoSegmentFormat = info.video;
  if (info?.audio !== undefined) mediaInfo.hlsSegmentFormat = info.audio;
  if (caption) mediaInfo.tracks = [captionTrack(media, caption)];

  const request = new media.LoadRequest(mediaInfo);
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
