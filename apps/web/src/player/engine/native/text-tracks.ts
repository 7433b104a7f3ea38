import { canonicalLanguage } from '../audio-track.ts';
import type { CueListener, RawCue } from '../engine.ts';
import { cueListeners } from '../source.ts';
import type { AttachOptions } from '../source.ts';

type NativeTracksOptions = Pick<AttachOptions, 'signal' | 'report' | 'preferences'>;

/** Reads the captions that the browser finds in a medium (Safari, in playlists); the page draws them. */
export function readNativeCaptions(
  video: HTMLVideoElement,
  { signal, report, preferences }: NativeTracksOptions,
): () => void {
  const list = video.textTracks;
  if (!(list instanceof EventTarget)) return () => undefined;
  const found: TextTrack[] = [];
  const sent = new WeakMap<CueListener, Set<string>>();

  /** Track elements are ours; in-band tracks have none. */
  const isOurs = (track: TextTrack) =>
    [...video.querySelectorAll('track')].some((element) => element.track === track);

  function add({ track }: TrackEvent) {
    const isCaption = track?.kind === 'subtitles' || track?.kind === 'captions';
    if (!track || !isCaption || isOurs(track)) return;
    found.push(track);
    track.addEventListener('cuechange', sendCues, { signal });
    report({
      captionTracks: found.map(({ label, language, kind }, at) => ({
        id: String(at),
        label,
        language: canonicalLanguage(language),
        forced: false,
        hearingImpaired: kind === 'captions',
      })),
    });
    read();
  }

  function sendCues() {
    for (const reading of cueListeners(preferences())) {
      const before = sent.get(reading) ?? new Set<string>();
      sent.set(reading, before);
      const cues = [...(found[Number(reading.id)]?.cues ?? [])].filter(isVttCue);
      const fresh = cues.filter((cue) => {
        const key = `${cue.startTime} ${cue.endTime} ${cue.text}`;
        return !before.has(key) && before.add(key);
      });
      if (fresh.length > 0) reading.onCues(fresh);
    }
  }

  function read() {
    const ids = cueListeners(preferences()).map(({ id }) => id);
    for (const [at, track] of found.entries()) {
      // Browsers read a hidden track but do not draw it.
      track.mode = ids.includes(String(at)) ? 'hidden' : 'disabled';
    }
    sendCues();
  }

  list.addEventListener('addtrack', add, { signal });
  return read;
}

const isVttCue = (cue: TextTrackCue): cue is TextTrackCue & RawCue => 'text' in cue;
