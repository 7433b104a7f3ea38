import type { Stream } from '@matinee/shared/media/stream';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

import { preloadHls, createHtmlEngine } from './engine/html.ts';
import type { CreateEngine, LoadOptions } from './engine/engine.ts';
import { createAudioEffects } from './features/audio-effects.ts';
import type { AudioEffectCommands } from './features/audio-effects.ts';
import { createAudioTracks } from './features/audio-tracks.ts';
import type { AudioTrackCommands } from './features/audio-tracks.ts';
import { createCasting } from './features/casting.ts';
import type { Casting, CastingOptions } from './features/casting.ts';
import { createControls } from './features/controls.ts';
import type { Controls } from './features/controls.ts';
import { createEngineHost } from './features/engine-host.ts';
import { createFullscreen } from './features/fullscreen.ts';
import type { FullscreenCommands } from './features/fullscreen.ts';
import { createGestures } from './features/gestures.ts';
import type { Gestures } from './features/gestures.ts';
import { createPictureInPicture } from './features/picture-in-picture.ts';
import type { PipCommands } from './features/picture-in-picture.ts';
import { createPlaybackRate } from './features/playback-rate.ts';
import type { PlaybackRateCommands } from './features/playback-rate.ts';
import { createPlayback } from './features/playback.ts';
import type { PlaybackCommands } from './features/playback.ts';
import { createQuality } from './features/quality.ts';
import type { QualityCommands } from './features/quality.ts';
import { createRemotePlayback } from './features/remote-playback.ts';
import type { RemotePlaybackCommands } from './features/remote-playback.ts';
import { fetchCaption, fetchCaptionImages } from './features/captions/loader.ts';
import type { LoadCaption, LoadCaptionImages } from './features/captions/loader.ts';
import { createCaptions } from './features/captions/captions.ts';
import type { CaptionCommands } from './features/captions/captions.ts';
import { createThumbnails } from './features/thumbnails.ts';
import type { CaptureThumbnails, ThumbnailCommands } from './features/thumbnails.ts';
import { createTimeline } from './features/timeline.ts';
import type { FetchTimeline, TimelineCommands } from './features/timeline.ts';
import { createVolume } from './features/volume.ts';
import type { VolumeCommands } from './features/volume.ts';
import { holdWakeLock } from './features/wake-lock.ts';
import { initialState } from './state/state.ts';
import type { PlayerState, StoredPreferences } from './state/state.ts';

export interface PlayerOptions extends StoredPreferences {
  readonly createEngine?: CreateEngine;
  readonly loadCaption?: LoadCaption;
  readonly loadCaptionImages?: LoadCaptionImages;
  readonly fetchTimeline?: FetchTimeline;
  readonly captureThumbnails?: CaptureThumbnails;
  /** Whether this device captures thumbnails by default. */
  readonly canCaptureThumbnails?: boolean;
  /** 0-1, as restored from an earlier visit. */
  readonly volume?: number;
  /** Undefined disables casting. */
  readonly casting?: CastingOptions | undefined;
}

type Commands = PlaybackCommands &
  VolumeCommands &
  PlaybackRateCommands &
  QualityCommands &
  AudioTrackCommands &
  AudioEffectCommands &
  ThumbnailCommands &
  TimelineCommands &
  FullscreenCommands &
  PipCommands &
  RemotePlaybackCommands;

export interface Player extends Commands {
  readonly store: StoreApi<PlayerState>;
  /** Plays in these elements until the returned function is called. */
  readonly attach: (video: HTMLVideoElement, container: HTMLElement) => () => void;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  /** Prefetches the code that playlists need. */
  readonly prepare: () => void;
  readonly chooseCaption: (id: string | null) => Promise<void>;
  readonly toggleCaptions: () => void;
  readonly captions: CaptionCommands;
  /** Continues the stream at the same second on another engine (casting). */
  readonly switchEngine: (create: CreateEngine) => void;
  readonly toggleCasting: Casting['toggle'];
  readonly controls: Controls;
  readonly gestures: Gestures;
  readonly destroy: () => void;
}

export function createPlayer(options: PlayerOptions = {}): Player {
  const store = createStore<PlayerState>(() => initialState(options.volume ?? 1, options));
  const controls = createControls(store);
  const captions = createCaptions(store, {
    text: options.loadCaption ?? fetchCaption,
    images: options.loadCaptionImages ?? fetchCaptionImages,
  });
  const createLocal = options.createEngine ?? createHtmlEngine;
  const host = createEngineHost(store, createLocal, captions.follow);
  const playback = createPlayback(store, host.engine);
  const playbackRate = createPlaybackRate(store, host.engine);
  const volume = createVolume(store, host.engine);
  const local = { ...host, createLocal, setVolume: volume.commands.setVolume };
  const casting = createCasting(store, local, options.casting);
  const { captureThumbnails, canCaptureThumbnails } = options;
  const thumbnails = createThumbnails(store, captureThumbnails, canCaptureThumbnails);
  const timeline = createTimeline(store, playback.seek, options.fetchTimeline);
  const display = createDisplay(store);
  const attachment = createAttachment((video, container, signal) => {
    const stops = [...display.attach(video, container), host.attach(video), holdWakeLock(store)];
    casting.offer(container.ownerDocument);
    void volume.detect(container.ownerDocument, signal);
    return stops;
  });

  return {
    ...playback,
    ...playbackRate,
    ...volume.commands,
    ...createQuality(store, host.engine),
    ...createAudioTracks(host.engine),
    ...thumbnails.commands,
    ...timeline.commands,
    ...display.commands,
    store,
    attach: attachment.attach,
    load: (stream, how) => {
      host.load(stream, how);
      captions.load(stream);
    },
    unload: () => {
      host.unload();
      captions.load(undefined);
    },
    prepare: () => void preloadHls(),
    chooseCaption: captions.commands.choose,
    toggleCaptions: captions.commands.toggle,
    captions: captions.commands,
    switchEngine: host.switchEngine,
    toggleCasting: casting.toggle,
    controls,
    gestures: createGestures(store, { ...playback, ...playbackRate, ...volume.commands }),
    destroy: () => {
      attachment.stop();
      for (const part of [casting, captions, thumbnails, timeline, controls, volume]) part.stop();
    },
  };
}

/** The features of the video element itself, apart from its engine. */
function createDisplay(store: StoreApi<PlayerState>) {
  const fullscreen = createFullscreen(store);
  const pip = createPictureInPicture(store);
  const remotePlayback = createRemotePlayback(store);
  const audioEffects = createAudioEffects(store);
  return {
    commands: {
      ...fullscreen.commands,
      ...pip.commands,
      ...remotePlayback.commands,
      ...audioEffects.commands,
    },
    attach: (video: HTMLVideoElement, container: HTMLElement) => [
      fullscreen.attach(video, container),
      pip.attach(video, container),
      remotePlayback.attach(video),
      audioEffects.attach(video),
    ],
  };
}

type Attach = (
  video: HTMLVideoElement,
  container: HTMLElement,
  signal: AbortSignal,
) => readonly (() => void)[];

/** Each detach function runs once. `stop` detaches everything. */
function createAttachment(attach: Attach) {
  const detachers = new Set<() => void>();
  return {
    attach: (video: HTMLVideoElement, container: HTMLElement) => {
      const life = new AbortController();
      const stops = attach(video, container, life.signal);
      const detach = () => {
        if (!detachers.delete(detach)) return;
        life.abort();
        // Runs in reverse: the engine ends before the features of the element.
        for (const stop of stops.toReversed()) stop();
      };
      detachers.add(detach);
      return detach;
    },
    stop: () => {
      for (const detach of detachers) detach();
    },
  };
}
