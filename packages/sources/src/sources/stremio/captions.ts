import type { CaptionTrack, ImageCaptionTrack, Stream } from '@matinee/shared/media/stream';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';
import { languageCode } from '#caption-language.ts';
import type { AddonSubtitle } from './addon-client.ts';

const MOST_OF_A_LANGUAGE = 3;
/** Halves of pictures of words, formats that are not read, and wrappings that a page does not open. */
const UNREADABLE = /\.(?:idx|ttml|zip|gz|rar)$/i;

export interface AddonCaptions {
  readonly captions: CaptionTrack[];
  readonly imageCaptions: ImageCaptionTrack[];
}

export const NO_CAPTIONS: AddonCaptions = { captions: [], imageCaptions: [] };

/** In the add-on's order, a few of each language, ids counted through. */
export function captionTracks(subtitles: readonly AddonSubtitle[]): AddonCaptions {
  const tracks = subtitles.flatMap(({ url: address, lang }) => {
    const url = URL.parse(address);
    const language = languageCode(lang);
    if (!url || !/^https?:$/.test(url.protocol) || language === undefined) return [];
    return UNREADABLE.test(url.pathname) ? [] : [{ url, language }];
  });
  const isImage = ({ url }: Found) => captionFormatOf(url.pathname)?.kind === 'image';
  return {
    captions: numbered(tracks.filter((track) => !isImage(track))).map(({ url, ...track }) => ({
      ...track,
      type: /\.vtt$/i.test(url.pathname) ? 'vtt' : 'srt',
      url: url.href,
    })),
    imageCaptions: numbered(tracks.filter(isImage)).map(({ url, id, ...track }) => ({
      ...track,
      id: `image-${id}`,
      type: 'pgs',
      url: url.href,
    })),
  };
}

interface Found {
  readonly url: URL;
  readonly language: string;
}

function numbered(tracks: readonly Found[]) {
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
  ofTitle: AddonCaptions,
): Pick<Stream, 'captions' | 'imageCaptions'> {
  const tracks = captionTracks(own);
  const imageCaptions = withOthers(tracks.imageCaptions, ofTitle.imageCaptions);
  return {
    captions: withOthers(tracks.captions, ofTitle.captions),
    ...(imageCaptions.length > 0 && { imageCaptions }),
  };
}

function withOthers<T extends { readonly language: string }>(own: T[], others: readonly T[]): T[] {
  const spoken = new Set(own.map(({ language }) => language));
  return [...own, ...others.filter(({ language }) => !spoken.has(language))];
}
