import type { StoreApi } from 'zustand/vanilla';

/** Screens that the browser itself sends the video to: AirPlay in Safari, remote playback elsewhere. */
export interface RemotePlaybackState {
  /** A screen is in range. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
}

export interface RemotePlaybackSlice {
  readonly remotePlayback: RemotePlaybackState;
}

export const initialRemotePlayback: RemotePlaybackState = { isOffered: false, isOn: false };

export interface RemotePlaybackCommands {
  /** Opens the browser's list of screens. */
  readonly chooseScreen: () => void;
}

export function createRemotePlayback(store: StoreApi<RemotePlaybackSlice>) {
  let controller: RemotePlaybackController | undefined;
  const commands: RemotePlaybackCommands = { chooseScreen: () => controller?.choose() };
  return {
    commands,
    attach: (video: HTMLVideoElement) => {
      const attached = createRemotePlaybackController(video, (remotePlayback) =>
        store.setState({ remotePlayback }),
      );
      controller = attached;
      return () => {
        attached.destroy();
        controller = undefined;
      };
    },
  };
}

interface RemotePlaybackController {
  readonly choose: () => void;
  readonly destroy: () => void;
}

export function createRemotePlaybackController(
  video: HTMLVideoElement,
  report: (state: RemotePlaybackState) => void,
): RemotePlaybackController {
  let state = initialRemotePlayback;
  const update: Update = (patch) => {
    state = { ...state, ...patch };
    report(state);
  };
  return airPlay(video, update) ?? standardRemotePlayback(video, update) ?? NONE;
}

type Update = (patch: Partial<RemotePlaybackState>) => void;

const NONE: RemotePlaybackController = { choose: () => undefined, destroy: () => undefined };

function airPlay(video: HTMLVideoElement, update: Update): RemotePlaybackController | undefined {
  const pick: unknown = Reflect.get(video, 'webkitShowPlaybackTargetPicker');
  if (typeof pick !== 'function') return undefined;
  const life = new AbortController();
  const { signal } = life;
  video.addEventListener(
    'webkitplaybacktargetavailabilitychanged',
    (event) => update({ isOffered: Reflect.get(event, 'availability') === 'available' }),
    { signal },
  );
  video.addEventListener(
    'webkitcurrentplaybacktargetiswirelesschanged',
    () => update({ isOn: Reflect.get(video, 'webkitCurrentPlaybackTargetIsWireless') === true }),
    { signal },
  );
  return {
    choose: () => void Reflect.apply(pick, video, []),
    destroy: () => life.abort(),
  };
}

function standardRemotePlayback(
  video: HTMLVideoElement,
  update: Update,
): RemotePlaybackController | undefined {
  if (!('remote' in video)) return undefined;
  const { remote } = video;
  const life = new AbortController();
  const { signal } = life;
  remote.addEventListener('connect', () => update({ isOn: true }), { signal });
  remote.addEventListener('disconnect', () => update({ isOn: false }), { signal });
  const watching = remote
    .watchAvailability((isOffered) => {
      if (!signal.aborted) update({ isOffered });
    })
    // Some browsers can prompt but not detect screens. They get no button, because it might lead nowhere.
    .catch(() => undefined);
  async function cancelWatch() {
    const id = await watching;
    if (id !== undefined) await remote.cancelWatchAvailability(id).catch(() => undefined);
  }

  return {
    // Rejects when the browser denies the prompt or the viewer chooses nothing.
    choose: () => void remote.prompt().catch(() => undefined),
    destroy: () => {
      life.abort();
      void cancelWatch();
    },
  };
}
