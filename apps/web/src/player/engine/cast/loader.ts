import type { Stream } from '@matinee/shared/media/stream';

import type { LoadOptions } from '../engine.ts';
import type { CastCaption } from './captions.ts';
import type { CastLoadRequest, CastSdk } from './sdk.ts';
import type { PlaylistInfo } from './source.ts';

interface SlotOptions {
  /** Brings a stream to the television; how it is to begin may change until then. */
  readonly put: (stream: Stream, how: () => LoadOptions, signal: AbortSignal) => Promise<void>;
  readonly arrived: () => void;
  readonly failed: (message: string) => void;
}

/** The one stream that a television has from us, or is getting. */
export interface CastLoader {
  readonly load: (stream: Stream, options: LoadOptions) => void;
  /** The same stream anew. */
  readonly again: (how: LoadOptions) => void;
  readonly forget: () => void;
  readonly isReady: () => boolean;
  /** How it is to begin, while it is on its way; undefined before and after. */
  readonly coming: () => LoadOptions | undefined;
  readonly change: (how: Partial<LoadOptions>) => void;
}

interface Loaded {
  readonly stream: Stream;
  readonly life: AbortController;
  readonly how: LoadOptions;
  /** Between a request and its answer the receiver still speaks of what was before. */
  readonly isHere: boolean;
}

export function createCastLoader({ put, arrived, failed }: SlotOptions): CastLoader {
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
      await put(stream, () => loaded?.how ?? how, signal);
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
    coming: () => (loaded?.isHere === false ? loaded.how : undefined),
    change: (how) => {
      if (loaded) loaded = { ...loaded, how: { ...loaded.how, ...how } };
    },
  };
}

export interface LoadDetails {
  readonly url: string;
  /** Of a playlist; a file has none. */
  readonly facts: PlaylistInfo | undefined;
  readonly caption: CastCaption | undefined;
  readonly title: string;
  readonly startAt: number;
  readonly autoplay: boolean;
  readonly rate: number;
}

/** The track of our own captions; those of the medium get other numbers. */
export const CAPTION_TRACK = 1;

/** All that a receiver is told of a film. */
export function createLoadRequest({ media }: CastSdk, wish: LoadDetails): CastLoadRequest {
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
