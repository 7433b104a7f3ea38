import type { Engine } from '../engine/engine.ts';
import type { PlaybackState } from './playback.ts';

type AudioTracksSlice = Pick<PlaybackState, 'media'>;

export const hasAudioChoice = ({ media }: AudioTracksSlice) => media.audioTracks.length > 1;

export const activeAudioTrack = ({ media }: AudioTracksSlice) =>
  media.audioTracks.find(({ id }) => id === media.audioTrack);

export interface AudioTrackCommands {
  /** Takes the id of a track of this stream; the next stream plays its language. */
  readonly chooseAudio: (id: string) => void;
}

export const createAudioTracks = (engine: () => Engine | undefined): AudioTrackCommands => ({
  chooseAudio: (id) => engine()?.chooseAudio(id),
});
