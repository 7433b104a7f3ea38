import { canonicalLanguage, findAudio } from '../audio-track.ts';
import type { AudioTrack, EngineReports, InbandTextTrack } from '../engine.ts';
import type { TrackPreferences } from '../source.ts';
import { CAPTION_TRACK } from './loader.ts';
import type { CastSdk, CastSession, CastTrack } from './sdk.ts';

interface TracksOptions {
  readonly report: EngineReports['state'];
  readonly wishes: () => TrackPreferences;
}

export interface CastTracks {
  /** A film has been loaded; its captions are shown at once. */
  readonly arrived: (hasCaption: boolean) => void;
  /** The track that is heard from now on. */
  readonly chooseAudio: (id: string) => AudioTrack | undefined;
  /** Those that we have sent along. */
  readonly showCaption: (isShown: boolean) => void;
  /** Those of the medium: the television takes it apart and draws them, nothing of them comes here. */
  readonly readCaption: () => void;
}

/** Numbers of a television are no places in a playlist. */
const captionId = (trackId: number) => `tv${trackId}`;

/** Which voice and which captions of a loaded film are on: all is said at once, or the others go. */
export function createCastTracks(
  { sdk, session }: { readonly sdk: CastSdk; readonly session: CastSession },
  { report, wishes }: TracksOptions,
): CastTracks {
  let audio: AudioTrack | undefined;
  let isCaptionShown = false;
  /** Of the medium. */
  let caption: CastTrack | undefined;

  const tracksOf = (kind: 'AUDIO' | 'TEXT') =>
    (session.getMediaSession()?.media?.tracks ?? []).filter(({ type }) => type === kind);
  const voices = () => tracksOf('AUDIO').map(voice);
  const captions = () => tracksOf('TEXT').filter(({ trackId }) => trackId !== CAPTION_TRACK);
  const wantedCaption = () =>
    captions().find(({ trackId }) => captionId(trackId) === wishes().caption?.id);

  function tellReceiver() {
    const media = session.getMediaSession();
    const ids = [
      ...(audio ? [Number(audio.id)] : []),
      ...(isCaptionShown ? [CAPTION_TRACK] : []),
      ...(caption ? [caption.trackId] : []),
    ];
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
      caption = wantedCaption();
      const captionTracks = captions().map(mediumCaption);
      report({ audioTracks: tracks, audioTrack: audio?.id, captionTracks });
      const wanted = findAudio(tracks, { language: wishes().audioLanguage });
      if (wanted && wanted.id !== audio?.id) hear(wanted);
      else if (caption) tellReceiver();
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
    readCaption: () => {
      const before = caption;
      caption = wantedCaption();
      if (caption?.trackId !== before?.trackId) tellReceiver();
      if (!caption) wishes().caption?.onFailure();
    },
  };
}

// The receiver says what became of it with its next report.
const nothing = () => undefined;

const voice = ({ trackId, language, name = '' }: CastTrack): AudioTrack => ({
  id: String(trackId),
  language: canonicalLanguage(language),
  label: name,
});

const mediumCaption = ({ trackId, language, name = '', subtype }: CastTrack): InbandTextTrack => ({
  id: captionId(trackId),
  label: name,
  language: canonicalLanguage(language),
  forced: false,
  hearingImpaired: subtype === 'CAPTIONS',
});
