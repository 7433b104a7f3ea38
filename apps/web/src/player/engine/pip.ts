// The picture in a small window that stays on top: with our captions where the browser gives us a window of our own.
export interface PipState {
  readonly isOffered: boolean;
  readonly isOn: boolean;
}

export interface Pip {
  readonly toggle: () => void;
  readonly destroy: () => void;
}

/** What the small window shows; the rest of the frame stays where it is. */
const SHOWN = '[data-in-pip]';
const MODE = 'picture-in-picture';
const WIDTH = 480;

interface OwnWindows {
  readonly requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: OwnWindows;
  }
}

interface Way {
  readonly enter: () => Promise<unknown> | undefined;
  readonly leave: () => Promise<unknown> | undefined;
  readonly isOn: () => boolean;
  /** Events of the video after which that has to be asked again. */
  readonly events: readonly string[];
}

/** One way only: where a browser has several, two of them would undo each other. */
export function createPip(
  video: HTMLVideoElement,
  frame: HTMLElement,
  report: (state: PipState) => void,
): Pip {
  const life = new AbortController();
  const tell = () => report({ isOffered: way !== undefined, isOn: way?.isOn() ?? false });
  const way = ownWindow(frame, () => tell()) ?? standard(video) ?? webkit(video);

  for (const name of way?.events ?? []) {
    video.addEventListener(name, tell, { signal: life.signal });
  }
  tell();

  const leave = async () => {
    if (way?.isOn()) await way.leave();
  };
  const toggle = async () => {
    if (way?.isOn()) await way.leave();
    else await way?.enter();
  };

  return {
    // Refused without a gesture or a picture: things stay as they are.
    toggle: () => void toggle().catch(() => undefined),
    destroy: () => {
      void leave().catch(() => undefined);
      life.abort();
    },
  };
}

function ownWindow(frame: HTMLElement, onChange: () => void): Way | undefined {
  const windows = frame.ownerDocument.defaultView?.documentPictureInPicture;
  if (!windows) return undefined;
  let open: Window | undefined;
  const home = frame.ownerDocument;
  return {
    enter: async () => {
      const { clientWidth, clientHeight } = frame;
      const shape = clientWidth > 0 ? clientHeight / clientWidth : 9 / 16;
      const opened = await windows.requestWindow({
        width: WIDTH,
        height: Math.round(WIDTH * shape),
      });
      open = opened;
      dress(opened.document, home);
      const bringBack = moveInto(opened.document.body, frame);
      forwardKeys(opened.document, frame);
      opened.addEventListener(
        'pagehide',
        () => {
          open = undefined;
          bringBack();
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

/** The theme, the direction of the text and the styles of the page. */
function dress(there: Document, home: Document): void {
  for (const { name, value } of home.documentElement.attributes) {
    there.documentElement.setAttribute(name, value);
  }
  for (const sheet of home.querySelectorAll('link[rel="stylesheet"], style')) {
    there.head.append(sheet.cloneNode(true));
  }
  there.title = home.title;
  there.body.dataset.pipWindow = '';
}

/** The keys of the film work there, too. */
function forwardKeys(there: Document, frame: HTMLElement): void {
  there.addEventListener('keydown', (press) => {
    const { key, code, repeat, ctrlKey, altKey, metaKey, shiftKey } = press;
    const same = { key, code, repeat, ctrlKey, altKey, metaKey, shiftKey };
    const copy = new KeyboardEvent('keydown', { ...same, bubbles: true, cancelable: true });
    if (!frame.dispatchEvent(copy)) press.preventDefault();
  });
}

function moveInto(body: HTMLElement, frame: HTMLElement): () => void {
  const moved = [...frame.querySelectorAll<HTMLElement>(SHOWN)].map((element) => {
    const place = frame.ownerDocument.createComment('');
    element.replaceWith(place);
    body.append(element);
    return { element, place };
  });
  return () => {
    for (const { element, place } of moved) place.replaceWith(element);
  };
}

function standard(video: HTMLVideoElement): Way | undefined {
  const page = video.ownerDocument;
  if (!page.pictureInPictureEnabled || !('requestPictureInPicture' in video)) return undefined;
  return {
    enter: () => video.requestPictureInPicture(),
    leave: () => page.exitPictureInPicture(),
    isOn: () => page.pictureInPictureElement === video,
    events: ['enterpictureinpicture', 'leavepictureinpicture'],
  };
}

/** iPhone, and Safari before it knew the standard. */
function webkit(video: HTMLVideoElement): Way | undefined {
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
