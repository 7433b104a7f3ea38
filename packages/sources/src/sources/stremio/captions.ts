import type { CaptionTrack } from '@matinee/shared/media/stream';
import { languageCode } from '#caption-language.ts';
import type { AddonSubtitle } from './answers.ts';

const MOST_OF_A_LANGUAGE = 3;
/** Pictures of words, and wrappings that a page does not open. */
const UNREADABLE = /\.(?:sub|idx|sup|ttml|zip|gz|rar)$/i;

/** In the add-on's order, a few of each language, ids counted through. */
export function captionTracks(subtitles: readonly AddonSubtitle[]): CaptionTrack[] {
  const tracks = subtitles.flatMap(({ url: address, lang }) => {
    const url = URL.parse(address);
    const language = languageCode(lang);
    if (!url || !/^https?:$/.test(url.protocol) || language === undefined) return [];
    if (UNREADABLE.test(url.pathname)) return [];
    const type = /\.vtt$/i.test(url.pathname) ? ('vtt' as const) : ('srt' as const);
    return [{ type, url: url.href, language }];
  });
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  return [...byLanguage].flatMap(([language, all]) =>
    all.slice(0, MOST_OF_A_LANGUAGE).map((track, at) => ({
      ...track,
      id: at === 0 ? language : `${language}-${at + 1}`,
      // Nothing is said of who may read them, and many may not be read by a page.
      hasCorsRestrictions: true,
    })),
  );
}

/** A stream's own captions, and those for the title in languages that it has none of. */
export function captionsOf(
  own: readonly AddonSubtitle[],
  ofTitle: readonly CaptionTrack[],
): CaptionTrack[] {
  const tracks = captionTracks(own);
  const spoken = new Set(tracks.map(({ language }) => language));
  return [...tracks, ...ofTitle.filter(({ language }) => !spoken.has(language))];
}
