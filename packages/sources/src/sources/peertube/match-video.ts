// Decides whether a PeerTube video is the wanted movie and may be shown.
import type { ScrapeMovie } from '@matinee/shared/media/media';
import { verifiedYear, type TitleMetadata, matchUpload, runtimeFit, type Upload } from '#match.ts';
import { checkRights } from '#rights.ts';
import { NotFoundError } from '#source.ts';
import type { PeertubePerson, PeertubeVideo } from '#peertube/video.ts';

/** The fields that search results and videos share. */
export type VideoFacts = Pick<
  PeertubeVideo,
  'name' | 'duration' | 'originallyPublishedAt' | 'licence' | 'account' | 'channel'
>;

export interface Trust {
  /** Hosts with reliable licenses. */
  readonly hosts: readonly string[];
  /** `name@host` of accounts and channels that the operator vouches for. */
  readonly uploaders: readonly string[];
}

/** PeerTube sends neither version nor URL of a license. */
const LICENCES: Readonly<Record<number, { readonly name: string; readonly url: string }>> = {
  1: { name: 'CC BY', url: 'https://creativecommons.org/licenses/by/4.0/' },
  2: { name: 'CC BY-SA', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  3: { name: 'CC BY-ND', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  4: { name: 'CC BY-NC', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  5: { name: 'CC BY-NC-SA', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  6: { name: 'CC BY-NC-ND', url: 'https://creativecommons.org/licenses/by-nc-nd/4.0/' },
  7: { name: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  8: { name: 'No known copyright', url: 'https://creativecommons.org/publicdomain/mark/1.0/' },
};

/** Words that uploaders add to the title of a complete movie. */
const DECORATION = [
  /\s*[([][^)\]]*\bopen (?:movie|film)\b[^)\]]*[)\]]/i,
  /\s*[-–—|:]\s*(?:an? )?(?:blender )?open (?:movie|film)\b.*$/i,
  /\s*[-–—|:([]*\s*full (?:short )?(?:film|movie)\b[)\]]?/i,
  /\s*[-–—|:([]+\s*(?:animated )?short film\b[)\]]?/i,
];

const TOLERANCE = 0.1;
const SHORT_MINUTES = 40;
/** Databases have imprecise runtimes of shorts. */
const SHORT_TOLERANCE_SECONDS = 180;

/** Throws unless the title and either runtime or year match. */
export function matchVideo(video: VideoFacts, movie: ScrapeMovie): Upload {
  const people = [video.account, video.channel].flatMap((it) => it?.displayName ?? []);
  const title = DECORATION.reduce((name, pattern) => name.replace(pattern, ''), video.name);
  const year = yearOf(video);
  const target = { title: movie.title, year: movie.releaseYear, kind: movie.type };
  const candidate = { title, year, people };
  const match = matchUpload(candidate, target);
  if (!match.matches) throw new NotFoundError(`the video ${match.reason}`);
  const length = lengthFit(video.duration, movie.runtime);
  if (length === 'off') throw new NotFoundError('the video has a different length');
  if (length === 'unknown' && year === undefined)
    throw new NotFoundError('it may be a different movie');
  return candidate;
}

function yearOf({ name, originallyPublishedAt }: VideoFacts): number | undefined {
  const claimed =
    /[([](\d{4})[)\]]/.exec(name)?.[1] ?? /^\d{4}/.exec(originallyPublishedAt ?? '')?.[0];
  return claimed === undefined ? undefined : Number(claimed);
}

function lengthFit(seconds: number | undefined, minutes: number | undefined) {
  const fit = runtimeFit(seconds, minutes, TOLERANCE);
  if (fit !== 'off' || seconds === undefined || minutes === undefined) return fit;
  const isNear = Math.abs(seconds - minutes * 60) <= SHORT_TOLERANCE_SECONDS;
  return minutes <= SHORT_MINUTES && isNear ? 'fits' : 'off';
}

interface Permission {
  /** The license in the credit line. */
  readonly licence: string | undefined;
}

/** `host`: the requested host, regardless of the response. Undefined without proof of rights. */
export function permissionFor(
  video: VideoFacts,
  { upload, host, metadata }: { upload: Upload; host: string; metadata: TitleMetadata | undefined },
  { trust, now }: { readonly trust: Trust; readonly now: number },
): Permission | undefined {
  const uploader = [video.channel, video.account]
    .map((person) => addressOf(person, host))
    .find((address) => trust.uploaders.includes(address));
  const licence = LICENCES[video.licence.id ?? 0];
  const match = checkRights(
    {
      identifier: video.name,
      licenceUrl: licence?.url,
      uploader,
      host,
      verifiedYear: metadata && verifiedYear(upload, metadata),
    },
    {
      currentYear: new Date(now).getUTCFullYear(),
      isCurated: () => false,
      trusted: { hosts: trust.hosts },
      allowed: { collections: [], uploaders: trust.uploaders },
    },
  );
  if (!match.accepted) return undefined;
  if (match.ground === 'age') return { licence: `Public domain (US), ${metadata?.year}` };
  return { licence: licence?.name };
}

function addressOf(person: PeertubePerson, host: string): string {
  return `${person?.name ?? ''}@${host}`.toLowerCase();
}
