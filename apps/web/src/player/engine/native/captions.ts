import type { MediaState, NativeCaption, RawCue } from '../engine.ts';

/** Each of these may move the video out of the page, or back. */
const MOVES = [
  'webkitbeginfullscreen',
  'webkitendfullscreen',
  'webkitpresentationmodechanged',
  'webkitcurrentplaybacktargetiswirelesschanged',
  'enterpictureinpicture',
  'leavepictureinpicture',
];

/** A track that the system draws: in fullscreen on an iPhone, in picture-in-picture or on a television. */
export function createNativeCaptions(
  video: HTMLVideoElement,
  report: (patch: Partial<MediaState>) => void,
  signal: AbortSignal,
): { readonly show: (caption: NativeCaption | undefined) => void } {
  let caption: NativeCaption | undefined;
  let element: HTMLTrackElement | undefined;
  let isAway = false;

  function draw() {
    element?.remove();
    element = isAway && caption ? trackOf(video, caption) : undefined;
  }

  const look = (event: Event) => {
    const next = event.type !== 'webkitendfullscreen' && isSystemDrawing(video);
    if (next === isAway) return;
    isAway = next;
    report({ drawsCaptions: isAway });
    draw();
  };

  for (const name of MOVES) video.addEventListener(name, look, { signal });
  signal.addEventListener('abort', () => element?.remove(), { once: true });

  return {
    show: (next) => {
      caption = next;
      draw();
    },
  };
}

function isSystemDrawing(video: HTMLVideoElement): boolean {
  const mode: unknown = Reflect.get(video, 'webkitPresentationMode');
  return (
    Reflect.get(video, 'webkitDisplayingFullscreen') === true ||
    Reflect.get(video, 'webkitCurrentPlaybackTargetIsWireless') === true ||
    (typeof mode === 'string' && mode !== 'inline') ||
    video.ownerDocument.pictureInPictureElement === video
  );
}

function trackOf(video: HTMLVideoElement, { language, label, cues }: NativeCaption) {
  const element = video.ownerDocument.createElement('track');
  element.kind = 'subtitles';
  element.label = label;
  element.srclang = language;
  video.append(element);
  // A disabled track accepts no cues.
  element.track.mode = 'showing';
  for (const cue of cues) element.track.addCue(nativeCue(cue));
  return element;
}

function nativeCue({ startTime, endTime, text, ...box }: RawCue): VTTCue {
  const cue = new VTTCue(startTime, endTime, text);
  if (box.snapToLines !== undefined) cue.snapToLines = box.snapToLines;
  if (box.line !== undefined) cue.line = box.line;
  if (box.position !== undefined) cue.position = box.position;
  const align = ALIGNMENTS.find((known) => known === box.align);
  if (align) cue.align = align;
  return cue;
}

const ALIGNMENTS = ['start', 'center', 'end', 'left', 'right'] as const;
