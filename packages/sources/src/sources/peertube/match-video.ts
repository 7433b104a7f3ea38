// Is this video that film, and may it be shown?
import type { ScrapeMovie } from '@matinee/shared/media/media';
import { provenYear, type TitleMetadata } from '#title-metadata.ts';
import { matchUpload, runtimeFit, type Upload } from '#match.ts';
import { checkRights } from '#rights.ts';
import { NotFoundError } from '#source.ts';
import type { PeertubePerson, PeertubeVideo } from '#peertube/video.ts';

/** A video, wherever it was described. */
export type VideoFacts = Pick<
  PeertubeVideo,
  'name' | 'duration' | 'originallyPublishedAt' | 'licence' | 'account' | 'channel'
>;

export interface Trust {
  /** Hosts whose uploaders' licences are believed. */
  readonly hosts: readonly string[];
  /** `name@host` of accounts and channels that may show what they have. */
  readonly uploaders: readonly string[];
}

/** Uploads name neither version nor address of their licence. */
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

/** What uploaders add to the name of a whole film. */
const DECORATION = [
  /\s*[([][^)\]]*\bopen (?:movie|film)\b[^)\]]*[)\]]/i,
  /\s*[-–—|:]\s*(?:an? )?(?:blender )?open (?:movie|film)\b.*$/i,
  /\s*[-–—|:([]*\s*full (?:short )?(?:film|movie)\b[)\]]?/i,
  /\s*[-–—|:([]+\s*(?:animated )?short film\b[)\]]?/i,
];

const TOLERANCE = 0.1;
const SHORT_MINUTES = 40;
/** The runtimes that databases give for shorts are rough. */
const SHORT_TOLERANCE_SECONDS = 180;

/** Throws unless it is the film: its title, and its length or its year too. */
export function refuseOther(video: VideoFacts, film: ScrapeMovie): Upload {
  const people = [video.account, video.channel].flatMap((it) => it?.displayName ?? []);
  const title = DECORATION.reduce((name, pattern) => name.replace(pattern, ''), video.name);
  const year = yearOf(video);
  const wanted = { title: film.title, year: film.releaseYear, kind: film.type };
  const candidate = { title, year, people };
  const verdict = matchUpload(candidate, wanted);
  if (!verdict.matches) throw new NotFoundError(`the video ${verdict.reason}`);
  const length = lengthFit(video.duration, film.runtime);
  if (length === 'off') throw new NotFoundError('the video has another length');
  if (length === 'unknown' && year === undefined) throw new NotFoundError('it may be another film');
  return candidate;
}

function yearOf({ name, originallyPublishedAt }: VideoFacts): number | undefined {
  const said =
    /[([](\d{4})[)\]]/.exec(name)?.[1] ?? /^\d{4}/.exec(originallyPublishedAt ?? '')?.[0];
  return said === undefined ? undefined : Number(said);
}

function lengthFit(seconds: number | undefined, minutes: number | undefined) {
  const fit = runtimeFit(seconds, minutes, TOLERANCE);
  if (fit !== 'off' || seconds === undefined || minutes === undefined) return fit;
  const isNear = Math.abs(seconds - minutes * 60) <= SHORT_TOLERANCE_SECONDS;
  return minutes <= SHORT_MINUTES && isNear ? 'fits' : 'off';
}

export interface Permission {
  /** For the credit line. */
  readonly licence: string | undefined;
}

/** `host` is where it was asked for, whatever the answer calls itself; undefined: nobody vouches for it. */
export function permissionFor(
  video: VideoFacts,
  { upload, host, facts }: { upload: Upload; host: string; facts: TitleMetadata | undefined },
  { trust, now }: { readonly trust: Trust; readonly now: number },
): Permission | undefined {
  const uploader = [video.channel, video.account]
    .map((person) => addressOf(person, host))
    .find((address) => trust.uploaders.includes(address));
  const licence = LICENCES[video.licence.id ?? 0];
  const verdict = checkRights(
    {
      identifier: video.name,
      licenceUrl: licence?.url,
      uploader,
      host,
      provenYear: facts && provenYear(upload, facts),
    },
    {
      currentYear: new Date(now).getUTCFullYear(),
      isCurated: () => false,
      trusted: { hosts: trust.hosts },
      allowed: { collections: [], uploaders: trust.uploaders },
    },
  );
  if (!verdict.accepted) return undefined;
  if (verdict.ground === 'age') return { licence: `Public domain (US), ${facts?.year}` };
  return { licence: licence?.name };
}

function addressOf(person: PeertubePerson, host: string): string {
  return `${person?.name ?? ''}@${host}`.toLowerCase();
}
