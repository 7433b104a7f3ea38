// The facts in a file's header, as text.
import type { TitleFile, MediaFacts } from '@matinee/shared/contract/library-files';
import { namedLines } from '@matinee/shared/media/resolution';
import { languageName, listText } from './formats.ts';
import { runtimeText, unitText } from './units.ts';

/** Returns the file's edition and resolution; empty if neither is known. */
export function versionName({ edition, media }: Pick<TitleFile, 'edition' | 'media'>): string {
  const video = media?.video;
  return [edition, video && resolutionName(video)].filter((part) => !!part).join(' · ');
}

const LINES_OF_4K = 2_160;

function resolutionName(video: NonNullable<MediaFacts['video']>): string {
  const lines = namedLines(video);
  return lines === LINES_OF_4K ? '4K' : `${lines}p`;
}

/** `HEVC`, `HDR`, `E-AC-3 5.1`, `English and German`, `MKV`, `12.3 GB`, `2 hr 3 min` */
export function factsOf({ media, container, size }: TitleFile, locale: string): readonly string[] {
  const { video = null, audio = [], seconds = null } = media ?? {};
  const sounds = [...new Set(audio.map(soundName))];
  const languages = new Set(audio.flatMap(({ language }) => language ?? []));
  return [
    ...(video ? [video.codec] : []),
    ...(video?.isHdr ? ['HDR'] : []),
    ...sounds,
    ...(languages.size > 0
      ? [
          listText(
            [...languages].map((code) => languageName(code, locale) ?? code),
            locale,
          ),
        ]
      : []),
    container,
    ...(size === null ? [] : [sizeText(size, locale)]),
    ...(seconds === null ? [] : [lengthText(seconds, locale)]),
  ];
}

const LAYOUTS: Readonly<Record<number, string>> = {
  1: '1.0',
  2: '2.0',
  3: '2.1',
  6: '5.1',
  7: '6.1',
  8: '7.1',
};

const soundName = ({ codec, channels }: MediaFacts['audio'][number]): string =>
  [codec, LAYOUTS[channels]].filter((part) => part !== undefined).join(' ');

/** `2 hr 3 min`, or `24 sec`. */
export function lengthText(seconds: number, locale: string): string {
  if (seconds >= 60) return runtimeText(seconds / 60, locale);
  return unitText(seconds, 'second', locale, { digits: 0 });
}

const GIGABYTE = 1e9;

function sizeText(bytes: number, locale: string): string {
  const isLarge = bytes >= GIGABYTE;
  return unitText(bytes / (isLarge ? GIGABYTE : 1e6), isLarge ? 'gigabyte' : 'megabyte', locale, {
    digits: isLarge || bytes < 10e6 ? 1 : 0,
  });
}
