import type { StoreApi } from 'zustand/vanilla';

/** `page`: the container with our controls; `native`: the system's own player (iPhone). */
export type Fullscreen = 'off' | 'page' | 'native';

export interface FullscreenSlice {
  readonly fullscreen: Fullscreen;
}

export const isFullscreen = ({ fullscreen }: FullscreenSlice) => fullscreen !== 'off';

export interface FullscreenCommands {
  readonly toggleFullscreen: () => void;
  readonly leaveFullscreen: () => void;
}

export function createFullscreen(store: StoreApi<FullscreenSlice>) {
  let controller: FullscreenController | undefined;
  const commands: FullscreenCommands = {
    toggleFullscreen: () => controller?.toggleFullscreen(),
    leaveFullscreen: () => controller?.leaveFullscreen(),
  };
  return {
    commands,
    attach: (video: HTMLVideoElement, container: HTMLElement) => {
      const attached = createFullscreenController(video, container, (fullscreen) =>
        store.setState({ fullscreen }),
      );
      controller = attached;
      return () => {
        attached.destroy();
        controller = undefined;
      };
    },
  };
}

interface FullscreenController extends FullscreenCommands {
  readonly destroy: () => void;
}

/** Finds a method that only some browsers have and the type library does not list. */
function method(owner: object, name: string): (() => unknown) | undefined {
  const member: unknown = Reflect.get(owner, name);
  return typeof member === 'function' ? () => Reflect.apply(member, owner, []) : undefined;
}

/** Old browsers return nothing, others return a promise. A denial changes nothing. */
async function attempt(request: () => unknown): Promise<void> {
  try {
    await request();
  } catch {
    // A policy denies it, or the gesture is missing.
  }
}

export function createFullscreenController(
  video: HTMLVideoElement,
  container: HTMLElement,
  report: (fullscreen: Fullscreen) => void,
): FullscreenController {
  const page = container.ownerDocument;
  const life = new AbortController();
  const { signal } = life;
  const orientation = createOrientation(video);
  let current: Fullscreen = 'off';

  function set(next: Fullscreen) {
    if (next === current) return;
    current = next;
    report(next);
    if (next === 'page') orientation.lock();
    else orientation.unlock();
  }

  const fullscreenElement = (): unknown =>
    page.fullscreenElement ?? Reflect.get(page, 'webkitFullscreenElement') ?? null;

  const onChange = () => set(fullscreenElement() === container ? 'page' : 'off');
  page.addEventListener('fullscreenchange', onChange, { signal });
  page.addEventListener('webkitfullscreenchange', onChange, { signal });
  video.addEventListener('webkitbeginfullscreen', () => set('native'), { signal });
  video.addEventListener('webkitendfullscreen', () => set('off'), { signal });

  function enter() {
    const request =
      method(container, 'requestFullscreen') ??
      method(container, 'webkitRequestFullscreen') ??
      method(video, 'webkitEnterFullscreen');
    // Without a fullscreen API, the container already fills the window.
    if (request) void attempt(request);
    else set('page');
  }

  /** Reads the page, because its event may still be pending. */
  function syncWithPage() {
    if (fullscreenElement() === container) set('page');
  }

  function toggleFullscreen() {
    syncWithPage();
    if (current === 'off') enter();
    else leaveFullscreen();
  }

  function leaveFullscreen() {
    syncWithPage();
    if (current === 'off') return;
    const request =
      current === 'native'
        ? method(video, 'webkitExitFullscreen')
        : (method(page, 'exitFullscreen') ?? method(page, 'webkitExitFullscreen'));
    if (request && (current === 'native' || fullscreenElement())) void attempt(request);
    else set('off');
  }

  return {
    toggleFullscreen,
    leaveFullscreen,
    destroy: () => {
      leaveFullscreen();
      life.abort();
    },
  };
}

/** Rotates a phone to match the video. Browsers allow that only in fullscreen. */
interface Orientation {
  readonly lock: () => void;
  readonly unlock: () => void;
}

const PHONE = '(pointer: coarse) and (hover: none)';

export function createOrientation(
  video: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight'>,
  screen: object = globalThis.screen,
): Orientation {
  const orientation: unknown = Reflect.get(screen, 'orientation');
  let isLocked = false;

  /** The type library leaves out `lock`, which Safari does not have. */
  async function call(name: 'lock' | 'unlock', ...args: readonly string[]): Promise<void> {
    if (typeof orientation !== 'object' || orientation === null) return;
    const member: unknown = Reflect.get(orientation, name);
    if (typeof member !== 'function') return;
    try {
      await Reflect.apply(member, orientation, args);
    } catch {
      // Denied: the orientation stays.
    }
  }

  return {
    lock: () => {
      const { videoWidth: width, videoHeight: height } = video;
      // A square video fits either way.
      if (width === height || !orientation || !matchMedia(PHONE).matches) return;
      isLocked = true;
      void call('lock', width > height ? 'landscape' : 'portrait');
    },
    unlock: () => {
      if (!isLocked) return;
      isLocked = false;
      void call('unlock');
    },
  };
}
