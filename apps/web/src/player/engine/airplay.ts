// Other screens that the browser itself sends the picture to: AirPlay in Safari, remote playback elsewhere.
export interface RemoteScreenState {
  /** There is one in reach. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
}

export interface RemoteScreen {
  /** The browser asks which. */
  readonly choose: () => void;
  readonly destroy: () => void;
}

export function createRemoteScreen(
  video: HTMLVideoElement,
  report: (state: RemoteScreenState) => void,
): RemoteScreen {
  let state: RemoteScreenState = { isOffered: false, isOn: false };
  const tell = (patch: Partial<RemoteScreenState>) => {
    state = { ...state, ...patch };
    report(state);
  };
  return airplay(video, tell) ?? remotePlayback(video, tell) ?? NONE;
}

type Tell = (patch: Partial<RemoteScreenState>) => void;

const NONE: RemoteScreen = { choose: () => undefined, destroy: () => undefined };

function airplay(video: HTMLVideoElement, tell: Tell): RemoteScreen | undefined {
  const pick: unknown = Reflect.get(video, 'webkitShowPlaybackTargetPicker');
  if (typeof pick !== 'function') return undefined;
  const life = new AbortController();
  const { signal } = life;
  video.addEventListener(
    'webkitplaybacktargetavailabilitychanged',
    (event) => tell({ isOffered: Reflect.get(event, 'availability') === 'available' }),
    { signal },
  );
  video.addEventListener(
    'webkitcurrentplaybacktargetiswirelesschanged',
    () => tell({ isOn: Reflect.get(video, 'webkitCurrentPlaybackTargetIsWireless') === true }),
    { signal },
  );
  return {
    choose: () => void Reflect.apply(pick, video, []),
    destroy: () => life.abort(),
  };
}

function remotePlayback(video: HTMLVideoElement, tell: Tell): RemoteScreen | undefined {
  if (!('remote' in video)) return undefined;
  const { remote } = video;
  const life = new AbortController();
  const { signal } = life;
  remote.addEventListener('connect', () => tell({ isOn: true }), { signal });
  remote.addEventListener('disconnect', () => tell({ isOn: false }), { signal });
  const watching = remote
    .watchAvailability((isOffered) => {
      if (!signal.aborted) tell({ isOffered });
    })
    // Some can only be asked, not watched; a button that may lead nowhere is not offered.
    .catch(() => undefined);
  async function forget() {
    const id = await watching;
    if (id !== undefined) await remote.cancelWatchAvailability(id).catch(() => undefined);
  }

  return {
    // Refused, or nothing chosen.
    choose: () => void remote.prompt().catch(() => undefined),
    destroy: () => {
      life.abort();
      void forget();
    },
  };
}
