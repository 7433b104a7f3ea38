import type { StoreApi } from 'zustand/vanilla';

export interface PipState {
  readonly isOffered: boolean;
  readonly isOn: boolean;
}

export interface PipSlice {
  readonly pip: PipState;
}

export const initialPip: PipState = { isOffered: false, isOn: false };

export interface PipCommands {
  readonly togglePip: () => void;
}

export function createPictureInPicture(store: StoreApi<PipSlice>) {
  let controller: PipController | undefined;
  const commands: PipCommands = { togglePip: () => controller?.toggle() };
  return {
    commands,
    attach: (video: HTMLVideoElement, container: HTMLElement) => {
      const attached = createPipController(video, container, (pip) => store.setState({ pip }));
      controller = attached;
      return () => {
        attached.destroy();
        controller = undefined;
      };
    },
  };
}

interface PipController {
  readonly toggle: () => void;
  readonly destroy: () => void;
}

/** Elements that move into the small window; the rest of the container stays in the page. */
const MOVED = '[data-in-pip]';
const MODE = 'picture-in-picture';
const WIDTH = 480;

interface DocumentPictureInPicture {
  readonly requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: DocumentPictureInPicture;
  }
}

interface PipApi {
  readonly enter: () => Promise<unknown> | undefined;
  readonly leave: () => Promise<unknown> | undefined;
  readonly isOn: () => boolean;
  /** Events of the video that may change `isOn`. */
  readonly events: readonly string[];
}

/** Uses only one API: if a browser has several, two of them would undo each other. */
export function createPipController(
  video: HTMLVideoElement,
  container: HTMLElement,
  report: (state: PipState) => void,
): PipController {
  const life = new AbortController();
  const update = () => report({ isOffered: api !== undefined, isOn: api?.isOn() ?? false });
  const api = documentApi(container, () => update()) ?? standardApi(video) ?? webkitApi(video);

  for (const name of api?.events ?? []) {
    video.addEventListener(name, update, { signal: life.signal });
  }
  update();

  const leave = async () => {
    if (api?.isOn()) await api.leave();
  };
  const toggle = async () => {
    if (api?.isOn()) await api.leave();
    else await api?.enter();
  };

  return {
    // Browsers deny the request without a gesture or a loaded video. The state then stays the same.
    toggle: () => void toggle().catch(() => undefined),
    destroy: () => {
      void leave().catch(() => undefined);
      life.abort();
    },
  };
}

/** Document Picture-in-Picture (Chromium): the page draws the window, with its own captions. */
function documentApi(container: HTMLElement, onChange: () => void): PipApi | undefined {
  const windows = container.ownerDocument.defaultView?.documentPictureInPicture;
  if (!windows) return undefined;
  let open: Window | undefined;
  const home = container.ownerDocument;
  return {
    enter: async () => {
      const { clientWidth, clientHeight } = container;
      const shape = clientWidth > 0 ? clientHeight / clientWidth : 9 / 16;
      const opened = await windows.requestWindow({
        width: WIDTH,
        height: Math.round(WIDTH * shape),
      });
      open = opened;
      copyStyles(opened.document, home);
      const moveBack = moveInto(opened.document.body, container);
      forwardKeys(opened.document, container);
      opened.addEventListener(
        'pagehide',
        () => {
          open = undefined;
          moveBack();
          onChange();
        },
        { once: true },
      );
      onChange();
    },
    leave: async () => open?.close(),
    isOn: () => open !== undefined,
    events: [],
  };
}

/** Copies the theme, the text direction and the style sheets of the page. */
function copyStyles(target: Document, home: Document): void {
  for (const { name, value } of home.documentElement.attributes) {
    target.documentElement.setAttribute(name, value);
  }
  for (const sheet of home.querySelectorAll('link[rel="stylesheet"], style')) {
    target.head.append(sheet.cloneNode(true));
  }
  target.title = home.title;
  target.body.dataset.pipWindow = '';
}

function forwardKeys(target: Document, container: HTMLElement): void {
  target.addEventListener('keydown', (press) => {
    const { key, code, repeat, ctrlKey, altKey, metaKey, shiftKey } = press;
    const same = { key, code, repeat, ctrlKey, altKey, metaKey, shiftKey };
    const copy = new KeyboardEvent('keydown', { ...same, bubbles: true, cancelable: true });
    if (!container.dispatchEvent(copy)) press.preventDefault();
  });
}

function moveInto(body: HTMLElement, container: HTMLElement): () => void {
  const moved = [...container.querySelectorAll<HTMLElement>(MOVED)].map((element) => {
    const marker = container.ownerDocument.createComment('');
    element.replaceWith(marker);
    body.append(element);
    return { element, marker };
  });
  return () => {
    for (const { element, marker } of moved) marker.replaceWith(element);
  };
}

function standardApi(video: HTMLVideoElement): PipApi | undefined {
  const page = video.ownerDocument;
  if (!page.pictureInPictureEnabled || !('requestPictureInPicture' in video)) return undefined;
  return {
    enter: () => video.requestPictureInPicture(),
    leave: () => page.exitPictureInPicture(),
    isOn: () => page.pictureInPictureElement === video,
    events: ['enterpictureinpicture', 'leavepictureinpicture'],
  };
}

/** iPhone, and Safari before it supported the standard. */
function webkitApi(video: HTMLVideoElement): PipApi | undefined {
  const call = (name: string, ...args: readonly unknown[]): unknown => {
    const member: unknown = Reflect.get(video, name);
    return typeof member === 'function' ? Reflect.apply(member, video, args) : undefined;
  };
  if (call('webkitSupportsPresentationMode', MODE) !== true) return undefined;
  const set = (mode: string) => {
    call('webkitSetPresentationMode', mode);
    return undefined;
  };
  return {
    enter: () => set(MODE),
    leave: () => set('inline'),
    isOn: () => Reflect.get(video, 'webkitPresentationMode') === MODE,
    events: ['webkitpresentationmodechanged'],
  };
}
