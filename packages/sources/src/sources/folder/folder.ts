import type { ScrapeMedia } from '@matinee/shared/media/media';
import {
  QUALITIES,
  qualityOfHeight,
  type CaptionTrack,
  type FileStream,
  type ImageCaptionTrack,
  type Stream,
} from '@matinee/shared/media/stream';
import { lowerQualitiesOf } from '#lower-qualities.ts';
import { compactTitle, matchUpload, runtimeFit } from '#match.ts';
import { NotFoundError, type RunContext, type Source, type SourceResult } from '#source.ts';
import type {
  FolderLibrary,
  IndexedCaption,
  IndexedVideo,
  TitleClaim,
  UnplayableFile,
} from './folder-library.ts';

/** Plays the operator's files on disks and network shares. */
export function folder(libraries: readonly FolderLibrary[]): Source {
  const find = (context: RunContext, media: ScrapeMedia): Promise<SourceResult> =>
    findIn(libraries, media, context);
  return {
    id: 'folder',
    name: 'Local files',
    rank: 290,
    runsIn: 'server',
    trust: 'own',
    movie: (context) => find(context, context.media),
    show: (context) => find(context, context.media),
  };
}

interface Match {
  readonly video: IndexedVideo;
  readonly library: FolderLibrary;
  readonly level: MatchLevel;
}

async function findIn(
  libraries: readonly FolderLibrary[],
  media: ScrapeMedia,
  { capabilities, signal }: RunContext,
): Promise<SourceResult> {
  const own = libraries.map((library) => ({ library, ...library.findByTitleId?.(media) }));
  const matches: Match[] = own.flatMap(({ library, videos = [] }) => {
    const urls = new Set(videos.map(({ url }) => url));
    // If the user chose a file, offer no others.
    const others = media.file === undefined ? library.find(media) : [];
    const named = others.flatMap((video) => {
      const level = urls.has(video.url) ? undefined : matchLevel(video.claim, media);
      return level === undefined ? [] : [{ video, library, level }];
    });
    return [...videos.map((video) => ({ video, library, level: 'id' as const })), ...named];
  });
  const best = MATCH_LEVELS.map((level) => matches.filter((one) => one.level === level)).find(
    ({ length }) => length,
  );
  let unplayable: NotFoundError | undefined;
  const checked = await Promise.all(
    (best ?? []).map(async ({ video, library, level }) => {
      const isSure = level !== 'undated' || media.type === 'show';
      const facts = await library.inspect(video.url, { capabilities, signal });
      if (facts.unplayable) {
        unplayable ??= unplayableFile(facts.unplayable);
        return [];
      }
      const isMatch = isSure || runtimeFit(facts.seconds, media.runtime, 0.1) === 'fits';
      const { playlist, timeline, thumbnails, embeddedSubtitles } = facts;
      const { lowerQualities, allAudio } = facts;
      const captions = [...video.captions, ...(facts.captions ?? [])];
      const height = video.height ?? facts.height;
      const converted = playlist === undefined ? {} : { url: playlist, isPlaylist: true };
      const playlists = { lowerQualities, allAudio, ...converted };
      const parts = { timeline, thumbnails, embeddedSubtitles, captions };
      return isMatch ? [{ ...video, height, ...parts, ...playlists }] : [];
    }),
  );
  const streams = streamsOf(checked.flat());
  if (streams.length > 0) return { embeds: [], streams };
  if (unplayable) throw unplayable;
  const unplayableVideo =
    own.flatMap(({ unplayable: files = [] }) => files)[0] ??
    libraries
      .flatMap((library) => library.findUnplayable(media))
      .find(({ claim }) => matchLevel(claim, media) !== undefined);
  if (unplayableVideo)
    throw new NotFoundError(`there's a file, but ${unplayableVideo.reason}`, unplayableVideo.cause);
  if (best) {
    const reason = 'the only file has no year and a different length';
    throw new NotFoundError(reason, { code: 'uncertainFile' });
  }
  const isReading = libraries.some((library) => !library.isComplete());
  if (!isReading) throw new NotFoundError('no matching file');
  throw new NotFoundError('the files are still being scanned', { code: 'scanning' });
}

function unplayableFile(file: UnplayableFile): NotFoundError {
  const part = file.part === undefined ? '' : ` ${file.part}`;
  const reason = `there's a file, but browsers don't play ${file.format}${part}`;
  return new NotFoundError(reason, { code: 'unplayableFile', ...file });
}

/** The most certain first. */
const MATCH_LEVELS = ['id', 'exactYear', 'nearYear', 'undated'] as const;
type MatchLevel = (typeof MATCH_LEVELS)[number];

function matchLevel(claim: TitleClaim, media: ScrapeMedia): MatchLevel | undefined {
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
  const levels = readings.map((each): MatchLevel | undefined => {
    // File names can't contain `Face/Off`: people write `Face-Off` or `FaceOff`.
    const isSame = compactTitle(each.title) === compactTitle(media.title);
    const imdbIds = ids.imdb === undefined ? [] : [ids.imdb];
    const title = isSame ? media.title : each.title;
    const match = matchUpload({ title, year: each.year, imdbIds }, wanted);
    if (!match.matches) return undefined;
    if (match.isExactYear) return 'exactYear';
    return each.year === undefined ? 'undated' : 'nearYear';
  });
  return MATCH_LEVELS.find((level) => levels.includes(level));
}

/**
 * Groups files into one stream for each edition. A second file of the same quality starts another stream. Each playlist
 * also starts one.
 */
function streamsOf(videos: readonly IndexedVideo[]): Stream[] {
  const groups: { edition: string | undefined; videos: IndexedVideo[] }[] = [];
  const sorted = videos.toSorted(
    (a, b) =>
      Number(a.edition !== undefined) - Number(b.edition !== undefined) ||
      Number(a.isPlaylist === true) - Number(b.isPlaylist === true),
  );
  for (const video of sorted) {
    const quality = qualityOfHeight(video.height);
    const group = groups.find(
      (it) =>
        it.edition === video.edition &&
        video.isPlaylist !== true &&
        it.videos.every(
          (other) => other.isPlaylist !== true && qualityOfHeight(other.height) !== quality,
        ),
    );
    if (group) group.videos.push(video);
    else groups.push({ edition: video.edition, videos: [video] });
  }
  return groups.map((group, at) => streamOf(group.videos, at));
}

function streamOf(videos: readonly IndexedVideo[], at: number): Stream {
  const [first] = videos;
  const { timeline, thumbnails, embeddedSubtitles } = first ?? {};
  const common = {
    id: `file-${at + 1}`,
    flags: ['cors-allowed'] satisfies Stream['flags'],
    ...captionsOf(videos),
    ...(timeline !== undefined && { timeline }),
    ...(embeddedSubtitles !== undefined && { embeddedSubtitles }),
    ...(thumbnails !== undefined && {
      thumbnailTrack: { type: 'vtt' as const, url: thumbnails },
    }),
  };
  if (first?.isPlaylist === true) return { ...common, type: 'hls', playlist: first.url };
  const qualities: FileStream['qualities'] = {};
  for (const quality of QUALITIES) {
    const video = videos.find(({ height }) => qualityOfHeight(height) === quality);
    if (video) qualities[quality] = { type: 'mp4', url: video.url };
  }
  const files = videos.map((video) => ({ ...video, quality: qualityOfHeight(video.height) }));
  return { ...common, type: 'file', qualities, ...lowerQualitiesOf(files) };
}

function captionsOf(videos: readonly IndexedVideo[]): Pick<Stream, 'captions' | 'imageCaptions'> {
  const captions = videos
    .flatMap((video) => video.captions)
    .toSorted((a, b) => weight(a) - weight(b));
  const byUrl = new Map(captions.map((caption) => [caption.url, caption]));
  const all = [...byUrl.values()];
  const images = all.filter(({ isImage }) => isImage === true);
  const texts = all.filter((caption) => !images.includes(caption));
  return {
    captions: texts.map(captionOf),
    ...(images.length > 0 && { imageCaptions: images.map(imageCaptionOf) }),
  };
}

/** Sorts complete captions first, because the first of a language is the default. */
const weight = (caption: IndexedCaption): number =>
  Number(caption.isHearingImpaired) + 2 * Number(caption.isForced);

function captionOf(caption: IndexedCaption, at: number): CaptionTrack {
  const { original } = caption;
  return { ...trackOf(caption, at), type: 'vtt', ...(original !== undefined && { original }) };
}

function imageCaptionOf(caption: IndexedCaption, at: number): ImageCaptionTrack {
  const track = trackOf(caption, at);
  return { ...track, id: `image-${track.id}`, type: 'pgs' };
}

function trackOf(caption: IndexedCaption, at: number) {
  const { isForced, isDefault, isHearingImpaired, language, url } = caption;
  const marks = [language, ...(isHearingImpaired ? ['sdh'] : []), ...(isForced ? ['forced'] : [])];
  return {
    id: `${at + 1}-${marks.join('-')}`,
    url,
    hasCorsRestrictions: false,
    language,
    ...(isForced && { forced: true }),
    ...(isDefault && { isDefault }),
    ...(isHearingImpaired && { hearingImpaired: true }),
  };
}
