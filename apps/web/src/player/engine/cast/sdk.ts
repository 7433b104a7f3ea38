// Types for the parts of Google's sender SDK that the player uses. The script of the SDK loads on demand.

export interface CastTrack {
  readonly trackId: number;
  readonly type: string;
  readonly subtype?: string | undefined;
  readonly language?: string | undefined;
  readonly name?: string | undefined;
}

interface CastMediaInfo {
  contentId: string;
  contentUrl?: string;
  streamType?: string;
  metadata?: unknown;
  hlsSegmentFormat?: string;
  hlsVideoSegmentFormat?: string;
  tracks?: readonly CastTrack[] | null;
}

export interface CastLoadRequest {
  autoplay?: boolean;
  currentTime?: number;
  activeTrackIds?: readonly number[];
  playbackRate?: number;
}

export interface CastMedia {
  readonly mediaSessionId: number;
  readonly playerState: string;
  readonly idleReason: string | null;
  readonly media: CastMediaInfo | null;
  readonly activeTrackIds: readonly number[] | null;
  getEstimatedTime(): number;
  editTracksInfo(request: object, onDone: () => void, onError: () => void): void;
}

export interface CastSession {
  loadMedia(request: CastLoadRequest): Promise<unknown>;
  getMediaSession(): CastMedia | null;
  getCastDevice(): { readonly friendlyName: string };
  sendMessage(namespace: string, data: object): Promise<unknown>;
}

export interface RemotePlayer {
  readonly isConnected: boolean;
  readonly isMediaLoaded: boolean;
  readonly isPaused: boolean;
  readonly isMuted: boolean;
  readonly duration: number;
  readonly playerState: string | null;
  volumeLevel: number;
  currentTime: number;
}

export interface RemotePlayerController {
  playOrPause(): void;
  stop(): void;
  seek(): void;
  setVolumeLevel(): void;
  muteOrUnmute(): void;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

interface CastContext {
  setOptions(options: object): void;
  getCastState(): string;
  getCurrentSession(): CastSession | null;
  requestSession(): Promise<unknown>;
  endCurrentSession(stopCasting: boolean): void;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

interface CastFramework {
  readonly CastContext: { getInstance(): CastContext };
  readonly RemotePlayer: new () => RemotePlayer;
  readonly RemotePlayerController: new (player: RemotePlayer) => RemotePlayerController;
}

interface ChromeCast {
  readonly media: {
    readonly DEFAULT_MEDIA_RECEIVER_APP_ID: string;
    readonly MediaInfo: new (contentId: string, contentType: string) => CastMediaInfo;
    readonly LoadRequest: new (media: CastMediaInfo) => CastLoadRequest;
    readonly EditTracksInfoRequest: new (activeTrackIds: readonly number[]) => object;
    readonly GenericMediaMetadata: new () => { title?: string };
    readonly Track: new (
      id: number,
      type: string,
    ) => {
      trackId: number;
      type: string;
      trackContentId?: string;
      trackContentType?: string;
      subtype?: string;
      name?: string;
      language?: string;
    };
  };
}

export interface CastSdk {
  readonly framework: CastFramework;
  readonly media: ChromeCast['media'];
}

declare global {
  interface Window {
    __onGCastApiAvailable?: (isAvailable: boolean) => void;
    readonly cast?: { readonly framework?: CastFramework };
    readonly chrome?: { readonly cast?: ChromeCast };
  }
}

const SCRIPT = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1';
const PATIENCE_MS = 15_000;

function present({ cast, chrome }: Window): CastSdk | undefined {
  const framework = cast?.framework;
  const media = chrome?.cast?.media;
  return framework && media && { framework, media };
}

/** Rejects when the script cannot be loaded; the next call tries again. */
export async function loadCastSdk(page: Document): Promise<CastSdk> {
  const window = page.defaultView;
  if (!window) throw new Error("The page isn't visible");
  const here = present(window);
  if (here) return here;
  const script = page.createElement('script');
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error("Google Cast didn't respond"));
      window.__onGCastApiAvailable = (isAvailable) => (isAvailable ? resolve() : fail());
      timer = setTimeout(fail, PATIENCE_MS);
      script.addEventListener('error', fail, { once: true });
      script.src = SCRIPT;
      page.head.append(script);
    });
    const sdk = present(window);
    if (!sdk) throw new Error("Google Cast doesn't support this browser");
    return sdk;
  } catch (error) {
    script.remove();
    throw error;
  } finally {
    clearTimeout(timer);
    delete window.__onGCastApiAvailable;
  }
}
