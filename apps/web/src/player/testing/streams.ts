import type { CaptionTrack, FileStream, HlsStream } from '@matinee/shared/media/stream';

export const ENGLISH: CaptionTrack = {
  id: 'english',
  type: 'srt',
  url: 'https://films.test/en.srt',
  hasCorsRestrictions: false,
  language: 'en',
};

const GERMAN: CaptionTrack = { ...ENGLISH, id: 'german', language: 'de' };

export const MOVIE: FileStream = {
  id: 'film',
  type: 'file',
  flags: [],
  captions: [GERMAN, ENGLISH],
  qualities: { 360: { type: 'mp4', url: 'https://films.test/360.mp4' } },
};

export const PLAYLIST: HlsStream = {
  id: 'playlist',
  type: 'hls',
  flags: [],
  captions: [],
  playlist: 'https://films.test/master.m3u8',
};
