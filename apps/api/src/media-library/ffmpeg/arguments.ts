/** Splits a command line. Its values must not contain spaces. */
export const splitArguments = (line: string): readonly string[] => line.split(' ');

/** ffmpeg's names of containers for movies. */
const FORMATS = [
  'avi',
  'asf',
  'wtv',
  'flv',
  'live_flv',
  'mpeg',
  'mpegvideo',
  'mpegts',
  'ogg',
  'rm',
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
];

/**
 * Options of ffmpeg and ffprobe before an input. Without them, a file could make ffmpeg read other files and URLs, as a
 * playlist does.
 */
export const INPUT_LIMITS = splitArguments(
  `-protocol_whitelist http,tcp -format_whitelist ${FORMATS.join(',')}`,
);
