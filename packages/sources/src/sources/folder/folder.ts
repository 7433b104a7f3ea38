import type { ScrapeMedia } from '@matinee/shared/media/media';
import {
  QUALITIES,
  qualityOfHeight,
  type CaptionTrack,
  type FileStream,
  type ImageCaptionTrack,
} from '@matinee/shared/media/stream';
import { compactTitle, matchUpload, runtimeFit } from '#match.ts';
import { NotFoundError, type RunContext, type Source, type SourceResult } from '#source.ts';
import type {
  FolderLibrary,
  ShelvedCaption,
  ShelvedVideo,
  TitleClaim,
  VideoFacts,
} from './folder-library.ts';

/** The operator's own files, on disks and shares of the server. */
export function folder(libraries: readonly FolderLibrary[]): Source {
  const find = (context: RunContext, media: ScrapeMedia): Promise<SourceResult> =>
    findIn(libraries, media, context.signal);
  return {
    id: 'folder',
    name: 'Own files',
    rank: 290,
    runsIn: 'server',
    isOwn: true,
    movie: (context) => find(context, context.media),
    show: (context) => find(context, context.media),
  };
}

interface Found {
  readonly video: ShelvedVideo;
  readonly library: FolderLibrary;
  readonly fit: Fit;
}

async function findIn(
  libraries: readonly FolderLibrary[],
  media: ScrapeMedia,
  signal: AbortSignal,
): Promise<SourceResult> {
  const found: Found[] = libraries.flatMap((library) =>
    library.find(media).flatMap((video) => {
      const fit = fitOf(video.claim, media);
      return fit === undefined ? [] : [{ video, library, fit }];
    }),
  );
  const best = FITS.map((fit) => found.filter((one) => one.fit === fit)).find(
    ({ length }) => length,
  );
  const looked = await Promise.all(
    (best ?? []).map(async ({ video, library, fit }) => {
      const isSure = fit !== 'undated' || media.type === 'show';
      const facts =
        isSure && video.height !== undefined ? UNKNOWN : await library.look(video.url, signal);
      const isIt = isSure || runtimeFit(facts.seconds, media.runtime, 0.1) === 'fits';
      return isIt ? [{ ...video, height: video.height ?? facts.height }] : [];
    }),
  );
  const streams = streamsOf(looked.flat());
  if (streams.length > 0) return { embeds: [], streams };
  const unplayable = libraries
    .flatMap((library) => library.findUnplayable(media))
    .find(({ claim }) => fitOf(claim, media) !== undefined);
  if (unplayable)
    throw new NotFoundError(`there is a file, but ${unplayable.reason}`, unplayable.cause);
  if (best) {
    const reason = 'only a file without a year, of another length';
    throw new NotFoundError(reason, { code: 'uncertainFile' });
  }
  const isReading = libraries.some((library) => !library.isComplete());
  if (!isReading) throw new NotFoundError('no such file');
  throw new NotFoundError('the files are still being looked through', { code: 'scanning' });
}

const UNKNOWN: VideoFacts = { height: undefined, seconds: undefined };

/** How sure it is that a file is the wanted title, the surest first. */
const FITS = ['id', 'exactYear', 'nearYear', 'undated'] as const;
type Fit = (typeof FITS)[number];

function fitOf(claim: TitleClaim, media: ScrapeMedia): Fit | undefined {
  const { titles, year, undatedTitle, ids } = claim;
  if (ids.imdb !== undefined && ids.imdb === media.imdbId) return 'id';
  if (ids.tmdb !== undefined) return ids.tmdb === media.tmdbId ? 'id' : undefined;
  const wanted = {
    title: media.title,
    year: media.releaseYear,
    imdbId: media.imdbId,
    kind: media.type,
  };
  const readings = [
    ...titles.map((title) => ({ title, year })),
    ...(undatedTitle === undefined ? [] : [{ title: undatedTitle, year: undefined }]),
  ];
  const fits = readings.map((each): Fit | undefined => {
    // Some write `Face-Off`, and some `FaceOff`, for what no file may be called.
    const isSame = compactTitle(each.title) === compactTitle(media.title);
    const imdbIds = ids.imdb === undefined ? [] : [ids.imdb];
    const title = isSame ? media.title : each.title;
    const verdict = matchUpload({ title, year: each.year, imdbIds }, wanted);
    if (!verdict.matches) return undefined;
    if (verdict.isExactYear) return 'exactYear';
    return each.year === undefined ? 'undated' : 'nearYear';
  });
  return FITS.find((fit) => fits.includes(fit));
}

/** One stream for each cut of the film, with all its qualities; a second file of the same quality makes another. */
function streamsOf(videos: readonly ShelvedVideo[]): FileStream[] {
  const shelves: { edition: string | undefined; videos: ShelvedVideo[] }[] = [];
  const sorted = videos.toSorted(
    (a, b) => Number(a.edition !== undefined) - Number(b.edition !== undefined),
  );
  for (const video of sorted) {
    const quality = qualityOfHeight(video.height);
    const shelf = shelves.find(
      (it) =>
        it.edition === video.edition &&
        it.videos.every((other) => qualityOfHeight(other.height) !== quality),
    );
    if (shelf) shelf.videos.push(video);
    else shelves.push({ edition: video.edition, videos: [video] });
  }
  return shelves.map((shelf, at) => streamOf(shelf.videos, at));
}

function streamOf(videos: readonly ShelvedVideo[], at: number): FileStream {
  const qualities: FileStream['qualities'] = {};
  for (const quality of QUALITIES) {
    const video = videos.find(({ height }) => qualityOfHeight(height) === quality);
    if (video) qualities[quality] = { type: 'mp4', url: video.url };
  }
  const captions = videos
    .flatMap((video) => video.captions)
    .toSorted((a, b) => weight(a) - weight(b));
  const byUrl = new Map(captions.map((caption) => [caption.url, caption]));
  const all = [...byUrl.values()];
  const images = all.filter(({ isImage }) => isImage === true);
  const texts = all.filter((caption) => !images.includes(caption));
  return {
    type: 'file',
    id: `file-${at + 1}`,
    flags: ['cors-allowed'],
    captions: texts.map(captionOf),
    ...(images.length > 0 && { imageCaptions: images.map(imageCaptionOf) }),
    qualities,
  };
}

/** What says everything first: of several in a language the first is shown. */
const weight = (caption: ShelvedCaption): number =>
  Number(caption.isHearingImpaired) + 2 * Number(caption.isForced);

function captionOf(caption: ShelvedCaption, at: number): CaptionTrack {
  const { original } = caption;
  return { ...trackOf(caption, at), type: 'vtt', ...(original !== undefined && { original }) };
}

function imageCaptionOf(caption: ShelvedCaption, at: number): ImageCaptionTrack {
  const track = trackOf(caption, at);
  return { ...track, id: `image-${track.id}`, type: 'pgs' };
}

function trackOf({ isForced, isHearingImpaired, language, url }: ShelvedCaption, at: number) {
  const marks = [language, ...(isHearingImpaired ? ['sdh'] : []), ...(isForced ? ['forced'] : [])];
  return {
    id: `${at + 1}-${marks.join('-')}`,
    url,
    hasCorsRestrictions: false,
    language,
    ...(isForced && { forced: true }),
    ...(isHearingImpaired && { hearingImpaired: true }),
  };
}
