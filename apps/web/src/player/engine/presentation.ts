import { createOrientation } from './orientation.ts';

export interface Presentation {
  readonly toggleFullscreen: () => void;
  readonly leaveFullscreen: () => void;
  readonly destroy: () => void;
}

/** `page`: the frame, with our controls; `native`: the system's own player, which draws its own (iPhone). */
export type Fullscreen = 'off' | 'page' | 'native';

type Report = (fullscreen: Fullscreen) => void;

/** A member that only some browsers have; the type library knows nothing of them. */
function method(owner: object, name: string): (() => unknown) | undefined {
  const member: unknown = Reflect.get(owner, name);
  return typeof member === 'function' ? () => Reflect.apply(member, owner, []) : undefined;
}

/** Browsers answer with a promise or with nothing; a refusal leaves things as they are. */
async function attempt(ask: () => unknown): Promise<void> {
  try {
    await ask();
  } catch {
    // Denied by a policy or for want of a gesture.
  }
}

/** Full screen belongs to the frame and the browser, not to the medium. */
export function createPresentation(
  video: HTMLVideoElement,
  frame: HTMLElement,
  report: Report,
): Presentation {
  const page = frame.ownerDocument;
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

  const onChange = () => set(fullscreenElement() === frame ? 'page' : 'off');
  page.addEventListener('fullscreenchange', onChange, { signal });
  page.addEventListener('webkitfullscreenchange', onChange, { signal });
  video.addEventListener('webkitbeginfullscreen', () => set('native'), { signal });
  video.addEventListener('webkitendfullscreen', () => set('off'), { signal });

  function enter() {
    const ask =
      method(frame, 'requestFullscreen') ??
      method(frame, 'webkitRequestFullscreen') ??
      method(video, 'webkitEnterFullscreen');
    // A browser without full screen: the frame already fills the window.
    if (ask) void attempt(ask);
    else set('page');
  }

  /** The browser may be there already, with the event that says so still on its way. */
  function catchUp() {
    if (fullscreenElement() === frame) set('page');
  }

  function toggleFullscreen() {
    catchUp();
    if (current === 'off') enter();
    else leaveFullscreen();
  }

  function leaveFullscreen() {
    catchUp();
    if (current === 'off') return;
    const ask =
      current === 'native'
        ? method(video, 'webkitExitFullscreen')
        : (method(page, 'exitFullscreen') ?? method(page, 'webkitExitFullscreen'));
    if (ask && (current === 'native' || fullscreenElement())) void attempt(ask);
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
