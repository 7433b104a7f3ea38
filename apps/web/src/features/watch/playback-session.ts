import type { Stream } from '@matinee/shared/media/stream';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { releaseStream } from '#data/streams/extension/prepare-stream.ts';
import { saveProgress } from '#data/user-data/progress.ts';
import type { MediaState, PlaybackError } from '#player/engine/engine.ts';
import type { Player } from '#player/player.ts';
import { isInFinalCredits } from '#player/state/selectors.ts';
import { startMediaSession } from './media-session.ts';
import { exposeNowPlaying } from './now-playing-api.ts';
import { openTitle } from './persist-preferences.ts';
import { config } from '#config.ts';

interface Playback {
  readonly meta: PlaybackMeta;
  readonly stream: Stream;
  readonly startAt: number;
  readonly autoplay?: boolean;
  readonly onFailure: (error: PlaybackError) => void;
  /** The video plays, but its audio codec cannot be decoded. */
  readonly onSilence: (codec: string) => void;
}

export interface PlaybackSession {
  readonly play: (playback: Playback) => void;
  /** Plays another stream of the same title at the same position. */
  readonly switchTo: (stream: Stream) => void;
  /** Like `switchTo`, but stays paused if paused. */
  readonly failOverTo: (stream: Stream) => void;
  readonly clear: () => void;
}

/** Plays one stream at a time. */
export function createPlaybackSession(player: Player): PlaybackSession {
  let current: { readonly playback: Playback; readonly stop: () => void } | undefined;
  const clear = () => {
    current?.stop();
    current = undefined;
  };
  const play = (playback: Playback) => {
    clear();
    current = { playback, stop: startPlayback(player, playback) };
  };
  const continueWith = (stream: Stream, isAutomatic: boolean) => {
    if (!current) return;
    const { media } = player.store.getState();
    const { playback } = current;
    const startAt = media.hasPlayed ? media.time : playback.startAt;
    const wasPlaying = media.hasPlayed ? !media.paused : (playback.autoplay ?? true);
    play({ ...playback, stream, startAt, autoplay: !isAutomatic || wasPlaying });
  };
  return {
    play,
    switchTo: (stream) => continueWith(stream, false),
    failOverTo: (stream) => continueWith(stream, true),
    clear,
  };
}

/** Stopping saves the position and empties the player. */
function startPlayback(player: Player, playback: Playback): () => void {
  const { meta, stream, startAt, autoplay = true, onFailure, onSilence } = playback;
  openTitle(player, meta);
  const stopSaving = autosave(player, (position) => saveProgress(meta, position, Date.now()), {
    window,
    document,
  });
  const stopMediaSession = startMediaSession(player, meta);
  const stopExposing = exposeNowPlaying(player, meta);
  // Subscribed before loading, because a stream may fail during load().
  const unsubscribe = player.store.subscribe(({ phase, error, media }, before) => {
    if (phase === 'failed' && before.phase !== 'failed' && error) onFailure(error);
    const { silentCodec } = media;
    if (silentCodec !== undefined && !before.media.silentCodec) onSilence(silentCodec);
  });
  player.load(withReplacedHosts(stream), { startAt, autoplay });
  return () => {
    unsubscribe();
    stopExposing();
    stopMediaSession();
    stopSaving();
    player.unload();
    releaseStream(stream);
  };
}

const SAVE_INTERVAL_MS = 3_000;

export interface Position {
  readonly watched: number;
  readonly duration: number;
}

/** The targets of the events before a page closes: `window` and `document`. */
interface PageSignals {
  readonly window: EventTarget;
  readonly document: EventTarget & { readonly visibilityState: string };
}

/**
 * Saves the position every 3 s during playback, on pause, after a seek and before the page closes. Saves nothing before
 * playback starts: opening a title must not overwrite its stored position. Credits count as watched.
 */
export function autosave(
  player: Pick<Player, 'store'>,
  save: (position: Position) => void,
  page: PageSignals,
): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let savedTime: number | undefined;

  const saveNow = () => {
    const { media } = player.store.getState();
    if (!isWorthSaving(media) || media.time === savedTime) return;
    savedTime = media.time;
    const isOver = isInFinalCredits(player.store.getState());
    save({ watched: isOver ? media.duration : media.time, duration: media.duration });
  };

  const timer = setInterval(saveNow, SAVE_INTERVAL_MS);
  const unsubscribe = player.store.subscribe(({ media }, { media: before }) => {
    const hasPaused = media.paused && !before.paused;
    const hasSought = before.seeking && !media.seeking;
    if (hasPaused || hasSought) saveNow();
  });
  page.window.addEventListener('pagehide', saveNow, { signal });
  page.document.addEventListener(
    'visibilitychange',
    () => page.document.visibilityState === 'hidden' && saveNow(),
    { signal },
  );

  return () => {
    if (signal.aborted) return;
    saveNow();
    clearInterval(timer);
    unsubscribe();
    lifetime.abort();
  };
}

/** During a seek the time is already the target. */
function isWorthSaving({ hasPlayed, duration, time }: MediaState): boolean {
  return hasPlayed && Number.isFinite(duration) && duration > 0 && Number.isFinite(time);
}

type HostReplacement = (typeof config.CDN_REPLACEMENTS)[number];

/** Replaces hosts as the operator configured; always with https on the default port. */
export function withReplacedHosts(
  stream: Stream,
  replacements: readonly HostReplacement[] = config.CDN_REPLACEMENTS,
): Stream {
  if (replacements.length === 0) return stream;
  const replace = (url: string) => replaced(url, replacements);
  const { thumbnailTrack } = stream;
  const common = thumbnailTrack && {
    thumbnailTrack: { ...thumbnailTrack, url: replace(thumbnailTrack.url) },
  };
  if (stream.type === 'hls') return { ...stream, ...common, playlist: replace(stream.playlist) };
  const all = <T extends { readonly url: string }>(files: Readonly<Record<string, T>>) => {
    const entries = Object.entries(files).map(
      ([name, file]) => [name, { ...file, url: replace(file.url) }] as const,
    );
    return Object.fromEntries(entries);
  };
  const { qualities, lowerQualities } = stream;
  return {
    ...stream,
    ...common,
    qualities: all(qualities),
    ...(lowerQualities && { lowerQualities: all(lowerQualities) }),
  };
}

function replaced(address: string, replacements: readonly HostReplacement[]): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return address;
  const found = replacements.find(({ before }) => url.hostname.endsWith(before));
  if (!found) return address;
  url.protocol = 'https:';
  url.port = '';
  url.hostname = found.after;
  return url.href;
}
