import { canonicalLanguage, findAudio } from './audio-track.ts';
import type { AudioTrack } from './audio-track.ts';
import { CAPTION_TRACK } from './cast-request.ts';
import type { CastSdk, CastSession } from './cast-sdk.ts';
import type { EngineReports } from './engine.ts';
import type { Wishes } from './source.ts';

interface TracksOptions {
  readonly report: EngineReports['state'];
  readonly wishes: () => Wishes;
}

export interface CastTracks {
  /** A film has been loaded; its captions are shown at once. */
  readonly arrived: (hasCaption: boolean) => void;
  /** The track that is heard from now on. */
  readonly chooseAudio: (id: string) => AudioTrack | undefined;
  readonly showCaption: (isShown: boolean) => void;
}

/** Which voice and which captions of a loaded film are on: both are said at once, or the other one goes. */
export function createCastTracks(
  { sdk, session }: { readonly sdk: CastSdk; readonly session: CastSession },
  { report, wishes }: TracksOptions,
): CastTracks {
  let audio: AudioTrack | undefined;
  let isCaptionShown = false;

  const voices = (): readonly AudioTrack[] =>
    (session.getMediaSession()?.media?.tracks ?? [])
      .filter(({ type }) => type === 'AUDIO')
      .map(({ trackId, language, name = '' }) => ({
        id: String(trackId),
        language: canonicalLanguage(language),
        label: name,
      }));

  function tellReceiver() {
    const media = session.getMediaSession();
    const ids = [...(audio ? [Number(audio.id)] : []), ...(isCaptionShown ? [CAPTION_TRACK] : [])];
    media?.editTracksInfo(new sdk.media.EditTracksInfoRequest(ids), nothing, nothing);
  }

  function hear(track: AudioTrack) {
    audio = track;
    tellReceiver();
    report({ audioTrack: track.id });
  }

  return {
    arrived: (hasCaption) => {
      isCaptionShown = hasCaption;
      const tracks = voices();
      const active = session.getMediaSession()?.activeTrackIds ?? [];
      audio = tracks.find(({ id }) => active.includes(Number(id))) ?? tracks[0];
      report({ audioTracks: tracks, audioTrack: audio?.id });
      const wanted = findAudio(tracks, { language: wishes().audioLanguage });
      if (wanted && wanted.id !== audio?.id) hear(wanted);
    },
    chooseAudio: (id) => {
      const track = voices().find((one) => one.id === id);
      if (track) hear(track);
      return track;
    },
    showCaption: (isShown) => {
      if (isShown === isCaptionShown) return;
      isCaptionShown = isShown;
      tellReceiver();
    },
  };
}

// The receiver says what became of it with its next report.
const nothing = () => undefined;
