import ASS from 'assjs';
import libraryStyles from 'assjs/src/global.css?inline';

import { createFontLoader } from './attached-fonts.ts';
import type { StyledCaption, StyledRenderer } from './track.ts';

/** The viewer's style overrides the file's. */
const VIEWER_STYLES = `
:host([data-color]) .ASS-dialogue span {
  --ass-fill-color: var(--caption-color) !important;
}
:host([data-size]) .ASS-dialogue [data-text] {
  font-size: calc(var(--ass-scale) * var(--ass-real-fs) * var(--caption-size) * 1px);
  line-height: calc(var(--ass-scale) * var(--ass-tag-fs) * var(--caption-size) * 1px);
}
:host([data-background]) .ASS-dialogue [data-text] {
  background: oklch(0 0 0 / var(--caption-opacity));
}`;

type AssCaption = Extract<StyledCaption, { kind: 'ass' }>;

/** Draws Advanced SubStation Alpha as DOM elements, with attached fonts and the system's fonts for every script. */
export async function createAssRenderer(
  host: HTMLElement,
  video: HTMLVideoElement,
  { text: firstText, fonts: attached = [] }: AssCaption,
): Promise<StyledRenderer> {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const fonts = createFontLoader(attached);
  let text = firstText;
  let delay = 0;
  await fonts.load(text, root.ownerDocument);
  const draw = () => drawInto(root, video, withoutCss(fonts.rename(text)), () => again());
  let drawing = draw();

  function again() {
    drawing.stop();
    drawing = draw();
    drawing.ass.delay = delay;
  }

  /** Loads the fonts first, because the library measures letters. */
  async function drawLoaded() {
    const wanted = text;
    await fonts.load(wanted, root.ownerDocument);
    if (wanted === text && !isStopped) again();
  }

  let isStopped = false;
  return {
    redraw: (seconds) => {
      delay = seconds;
      if (drawing.page === host.ownerDocument) drawing.ass.delay = delay;
      else void drawLoaded();
    },
    update: (caption) => {
      if (caption.kind !== 'ass' || caption.text === text) return;
      text = caption.text;
      void drawLoaded();
    },
    stop: () => {
      isStopped = true;
      fonts.stop();
      drawing.stop();
      root.replaceChildren();
    },
  };
}

/** Draws in the current document of the element: styles do not follow it into another window. */
function drawInto(root: ShadowRoot, video: HTMLVideoElement, text: string, onResize: () => void) {
  const page = root.ownerDocument;
  const view = page.defaultView ?? window;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(libraryStyles + VIEWER_STYLES);
  root.adoptedStyleSheets = [sheet];
  // Without this element the library would add a style element, which the security policy blocks.
  const mark = page.createElement('template');
  mark.id = 'ASS-global-style';
  const container = page.createElement('div');
  root.replaceChildren(mark, container);
  const ass = new ASS(text, video, { container });
  // The library observes sizes in the window of this script only.
  if (view !== window) view.addEventListener('resize', onResize);
  const stop = () => {
    view.removeEventListener('resize', onResize);
    ass.destroy();
  };
  return { page, ass, stop };
}

/** Removes CSS syntax: the library copies font names into style sheets unescaped. */
export function withoutCss(text: string): string {
  return text
    .replaceAll(/^Style:.*$/gim, (line) => line.replaceAll(/["'\\;(){}<>]/g, ''))
    .replaceAll(
      /\\fn([^\\}]*)/g,
      (_tag, name: string) => `\\fn${name.replaceAll(/["';(){<>]/g, '')}`,
    );
}
