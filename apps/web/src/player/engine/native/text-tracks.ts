import { canonicalLanguage } from '../audio-track.ts';
import type { CueListener, RawCue } from '../engine.ts';
import { cueListeners } from '../source.ts';
import type { AttachOptions } from '../source.ts';

type NativeTracksOptions = Pick<AttachOptions, 'signal' | 'report' | 'wishes'>;

/** The captions that the browser itself finds in a medium (Safari, in playlists). They are read, and drawn by us. */
export function readNativeCaptions(
  video: HTMLVideoElement,
  { signal, report, wishes }: NativeTracksOptions,
): () => void {
  const list = video.textTracks;
  if (!(list instanceof EventTarget)) return () => undefined;
  const found: TextTrack[] = [];
  const told = new WeakMap<CueListener, Set<string>>();

  /** A track element is ours; what the medium brings has none. */
  const isOurs = (track: TextTrack) =>
    [...video.querySelectorAll('track')].some((element) => element.track === track);

  function add({ track }: TrackEvent) {
    const isCaption = track?.kind === 'subtitles' || track?.kind === 'captions';
    if (!track || !isCaption || isOurs(track)) return;
    found.push(track);
    track.addEventListener('cuechange', tell, { signal });
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

  function tell() {
    for (const reading of cueListeners(wishes())) {
      const before = told.get(reading) ?? new Set<string>();
      told.set(reading, before);
      const cues = [...(found[Number(reading.id)]?.cues ?? [])].filter(isVttCue);
      const fresh = cues.filter((cue) => {
        const key = `${cue.startTime} ${cue.endTime} ${cue.text}`;
        return !before.has(key) && before.add(key);
      });
      if (fresh.length > 0) reading.onCues(fresh);
    }
  }

  function read() {
    const ids = cueListeners(wishes()).map(({ id }) => id);
    for (const [at, track] of found.entries()) {
      // Hidden ones are read and not drawn.
      track.mode = ids.includes(String(at)) ? 'hidden' : 'disabled';
    }
    tell();
  }

  list.addEventListener('addtrack', add, { signal });
  return read;
}

const isVttCue = (cue: TextTrackCue): cue is TextTrackCue & RawCue => 'text' in cue;
