import { canonicalLanguage, findAudio, type WantedAudio } from '../audio-track.ts';
import type { AudioTrack, MediaState } from '../engine.ts';

interface NativeAudioTrack {
  readonly id: string;
  readonly label: string;
  readonly language: string;
  enabled: boolean;
}

interface NativeAudioTracks extends EventTarget, Iterable<NativeAudioTrack> {
  readonly length: number;
  readonly [index: number]: NativeAudioTrack;
}

declare global {
  interface HTMLMediaElement {
    /** Supported by Safari only. */
    readonly audioTracks?: NativeAudioTracks;
  }
}

interface NativeAudioOptions {
  readonly signal: AbortSignal;
  readonly wanted: WantedAudio;
  readonly report: (patch: Partial<MediaState>) => void;
}

type ChooseAudio = (id: string) => AudioTrack | undefined;

/** Whether the browser lets pages choose among the tracks of a file. Some browsers have no list, or a fixed one. */
export const canChooseAudio = ({ audioTracks }: HTMLMediaElement): boolean =>
  audioTracks instanceof EventTarget;

/** The audio tracks that the browser finds in a medium. */
export function followNativeAudio(
  video: HTMLVideoElement,
  { signal, wanted, report }: NativeAudioOptions,
): ChooseAudio {
  const list = video.audioTracks;
  if (!list || !canChooseAudio(video)) return () => undefined;
  let isSettled = false;

  const natives = () => Array.from({ length: list.length }, (_, at) => list[at]);
  const tracks = () =>
    natives().flatMap((track, at): AudioTrack[] =>
      track
        ? [{ id: String(at), label: track.label, language: canonicalLanguage(track.language) }]
        : [],
    );

  function enable(id: string): AudioTrack | undefined {
    for (const [at, track] of natives().entries()) if (track) track.enabled = String(at) === id;
    return tracks().find((track) => track.id === id);
  }

  function update() {
    const found = isSettled ? undefined : findAudio(tracks(), wanted);
    isSettled ||= found !== undefined;
    if (found) enable(found.id);
    const enabled = natives().findIndex((track) => track?.enabled);
    report({ audioTracks: tracks(), audioTrack: enabled === -1 ? undefined : String(enabled) });
  }

  for (const name of ['addtrack', 'removetrack', 'change']) {
    list.addEventListener(name, update, { signal });
  }
  return (id) => {
    isSettled = true;
    return enable(id);
  };
}
