import { canonicalLanguage, findAudio } from '../audio-track.ts';
import type { AudioTrack, EngineReports, InbandTextTrack } from '../engine.ts';
import type { TrackPreferences } from '../source.ts';
import { CAPTION_TRACK } from './loader.ts';
import type { CastSdk, CastSession, CastTrack } from './sdk.ts';

interface TracksOptions {
  readonly report: EngineReports['state'];
  readonly preferences: () => TrackPreferences;
}

interface CastTracks {
  /** Called after a load. The television shows captions that were part of the load. */
  readonly arrived: (hasCaption: boolean) => void;
  /** Returns the active track. */
  readonly chooseAudio: (id: string) => AudioTrack | undefined;
  /** Shows or hides our own captions. */
  readonly showCaption: (isShown: boolean) => void;
  /** The television draws in-band captions, and no cues reach this page. */
  readonly readCaption: () => void;
}

/** Distinguishes track ids of a television from indexes in a playlist. */
const captionId = (trackId: number) => `tv${trackId}`;

/** The active audio and caption tracks. The receiver expects all active ids at once. */
export function createCastTracks(
  { sdk, session }: { readonly sdk: CastSdk; readonly session: CastSession },
  { report, preferences }: TracksOptions,
): CastTracks {
  let audio: AudioTrack | undefined;
  let isCaptionShown = false;
  /** The chosen in-band caption. */
  let caption: CastTrack | undefined;

  const tracksOf = (kind: 'AUDIO' | 'TEXT') =>
    (session.getMediaSession()?.media?.tracks ?? []).filter(({ type }) => type === kind);
  const audioTracks = () => tracksOf('AUDIO').map(audioTrackOf);
  const captions = () => tracksOf('TEXT').filter(({ trackId }) => trackId !== CAPTION_TRACK);
  const wantedCaption = () =>
    captions().find(({ trackId }) => captionId(trackId) === preferences().caption?.id);

  function updateReceiver() {
    const media = session.getMediaSession();
    const ids = [
      ...(audio ? [Number(audio.id)] : []),
      ...(isCaptionShown ? [CAPTION_TRACK] : []),
      ...(caption ? [caption.trackId] : []),
    ];
    media?.editTracksInfo(new sdk.media.EditTracksInfoRequest(ids), ignore, ignore);
  }

  function activate(track: AudioTrack) {
    audio = track;
    updateReceiver();
    report({ audioTrack: track.id });
  }

  return {
    arrived: (hasCaption) => {
      isCaptionShown = hasCaption;
      const tracks = audioTracks();
      const active = session.getMediaSession()?.activeTrackIds ?? [];
      audio = tracks.find(({ id }) => active.includes(Number(id))) ?? tracks[0];
      caption = wantedCaption();
      const captionTracks = captions().map(mediumCaption);
      report({ audioTracks: tracks, audioTrack: audio?.id, captionTracks });
      const wanted = findAudio(tracks, { language: preferences().audioLanguage });
      if (wanted && wanted.id !== audio?.id) activate(wanted);
      else if (caption) updateReceiver();
    },
    chooseAudio: (id) => {
      const track = audioTracks().find((one) => one.id === id);
      if (track) activate(track);
      return track;
    },
    showCaption: (isShown) => {
      if (isShown === isCaptionShown) return;
      isCaptionShown = isShown;
      updateReceiver();
    },
    readCaption: () => {
      const before = caption;
      caption = wantedCaption();
      if (caption?.trackId !== before?.trackId) updateReceiver();
      if (!caption) preferences().caption?.onFailure();
    },
  };
}

// The next report of the receiver shows the result.
const ignore = () => undefined;

const audioTrackOf = ({ trackId, language, name = '' }: CastTrack): AudioTrack => ({
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
