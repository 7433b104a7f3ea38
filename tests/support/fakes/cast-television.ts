// A television in the page: Google's sender SDK as far as the player uses it. The function has no imports, so that a
// test can also send it into a browser in place of the real script.

import type { FakeTelevision } from './television.ts';

export function installFakeCast(window: Window): FakeTelevision {
  let state = 'NOT_CONNECTED';
  let media: Record<string, unknown> | null = null;
  const contextListeners = new Set<() => void>();
  const playerListeners = new Set<() => void>();
  const notify = (listeners: Set<() => void>) => {
    for (const listener of listeners) listener();
  };
  // The SDK rejects with a string, not with an error.
  const refuse = (word: string) =>
    // oxlint-disable-next-line prefer-promise-reject-errors -- the SDK's own way.
    Promise.reject<undefined>(word);
  const screen: FakeTelevision['screen'] = {
    isLoaded: false,
    time: 0,
    isPaused: true,
    volume: 0.4,
    isMuted: false,
    idleReason: null,
  };
  const change = (patch: Partial<FakeTelevision['screen']>) => {
    Object.assign(screen, patch);
    notify(playerListeners);
  };

  const session = {
    async loadMedia(request: FakeTelevision['loads'][number]) {
      television.loads.push(request);
      if (television.isHolding) {
        await new Promise<void>((resolve) => television.held.push(resolve));
      }
      if (television.refusal !== null) {
        const { refusal } = television;
        television.refusal = null;
        return await refuse(refusal);
      }
      const own: unknown = request.media['tracks'];
      const tracks = [...television.audioTracks, ...(Array.isArray(own) ? own : [])];
      media = { ...request.media, tracks };
      change({
        isLoaded: true,
        time: request.currentTime,
        isPaused: !request.autoplay,
        idleReason: null,
      });
    },
    getMediaSession: () =>
      media && {
        mediaSessionId: television.loads.length,
        playerState: screen.isLoaded ? 'PLAYING' : 'IDLE',
        idleReason: screen.idleReason,
        media,
        activeTrackIds: television.audioTracks
          .filter(({ type }) => type === 'AUDIO')
          .slice(0, 1)
          .map(({ trackId }) => trackId),
        getEstimatedTime: () => screen.time,
        editTracksInfo: (request: { ids: readonly number[] }, onDone: () => void) => {
          television.edits.push(request.ids);
          onDone();
        },
      },
    getCastDevice: () => ({ friendlyName: 'Living Room' }),
    sendMessage: async (_namespace: string, message: object) => {
      television.messages.push(message);
    },
  };

  function move(next: string) {
    state = next;
    notify(contextListeners);
  }

  function leave() {
    media = null;
    Object.assign(screen, { isLoaded: false, time: 0, isPaused: true });
    state = 'NOT_CONNECTED';
    notify(playerListeners);
    notify(contextListeners);
  }

  const television: FakeTelevision = {
    loads: [],
    edits: [],
    messages: [],
    options: [],
    screen,
    audioTracks: [],
    refusal: null,
    held: [],
    isHolding: false,
    tick: (seconds) => {
      if (screen.isLoaded && !screen.isPaused) change({ time: screen.time + seconds });
    },
    end: (idleReason) => change({ isLoaded: false, idleReason }),
    leave,
    join: () => move('CONNECTED'),
  };

  const context = {
    setOptions: (options: object) => television.options.push(options),
    getCastState: () => state,
    getCurrentSession: () => (state === 'CONNECTED' ? session : null),
    requestSession: async () => {
      if (television.refusal !== null) {
        const { refusal } = television;
        television.refusal = null;
        return await refuse(refusal);
      }
      move('CONNECTED');
    },
    endCurrentSession: leave,
    addEventListener: (_type: string, listener: () => void) => contextListeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => contextListeners.delete(listener),
  };

  class RemotePlayer {
    volumeLevel = screen.volume;
    currentTime = 0;
    get isConnected() {
      return state === 'CONNECTED';
    }
    get isMediaLoaded() {
      return screen.isLoaded;
    }
    get isPaused() {
      return screen.isPaused;
    }
    get isMuted() {
      return screen.isMuted;
    }
    get duration() {
      return 60;
    }
    get playerState() {
      return screen.isPaused ? 'PAUSED' : 'PLAYING';
    }
  }

  class RemotePlayerController {
    readonly player: RemotePlayer;
    readonly follow = () => {
      this.player.currentTime = screen.time;
      this.player.volumeLevel = screen.volume;
    };
    constructor(player: RemotePlayer) {
      this.player = player;
    }
    playOrPause() {
      change({ isPaused: !screen.isPaused });
    }
    stop() {
      change({ isLoaded: false, isPaused: true });
    }
    seek() {
      change({ time: this.player.currentTime });
    }
    setVolumeLevel() {
      change({ volume: this.player.volumeLevel });
    }
    muteOrUnmute() {
      change({ isMuted: !screen.isMuted });
    }
    addEventListener(_type: string, listener: () => void) {
      playerListeners.add(this.follow);
      playerListeners.add(listener);
    }
    removeEventListener(_type: string, listener: () => void) {
      playerListeners.delete(this.follow);
      playerListeners.delete(listener);
    }
  }

  class MediaInfo {
    contentId: string;
    contentType: string;
    constructor(contentId: string, contentType: string) {
      this.contentId = contentId;
      this.contentType = contentType;
    }
  }

  class LoadRequest {
    media: object;
    constructor(info: object) {
      this.media = info;
    }
  }

  class Track {
    trackId: number;
    type: string;
    constructor(trackId: number, type: string) {
      this.trackId = trackId;
      this.type = type;
    }
  }

  class EditTracksInfoRequest {
    ids: readonly number[];
    constructor(ids: readonly number[]) {
      this.ids = ids;
    }
  }

  const framework = {
    CastContext: { getInstance: () => context },
    RemotePlayer,
    RemotePlayerController,
  };
  const classes = { MediaInfo, LoadRequest, Track, EditTracksInfoRequest };
  const namespace = {
    ...classes,
    GenericMediaMetadata: Object,
    DEFAULT_MEDIA_RECEIVER_APP_ID: 'CC1AD845',
  };
  const put = (name: string, value: unknown) =>
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  put('cast', { framework });
  put('chrome', { cast: { media: namespace } });
  return television;
}
