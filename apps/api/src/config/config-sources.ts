/** Options for stream sources. */
import { transportOf } from '@matinee/sources/sources/stremio/addon-manifest';
import { z } from 'zod';
import {
  ADDRESS,
  address,
  clientFlag,
  flag,
  hostBases,
  list,
  option,
  secondsById,
  texts,
  base,
} from './config-fields.ts';

const instance = z
  .string()
  .transform((entry) => (entry.includes('://') ? entry : `https://${entry}`))
  .pipe(address);

const addon = z.string().transform((entry, context) => {
  const url = transportOf(entry);
  if (url !== undefined) return url;
  context.issues.push({ code: 'custom', input: entry, message: 'not an address' });
  return z.NEVER;
});

export const sourceOptions = {
  DISABLED_SOURCES: option(list.pipe(z.array(z.string())).default([]), {
    help: 'Sources to disable, such as internet-archive; GET /metadata lists their ids.',
    allowed: 'ids of sources separated by commas',
    isPublic: true,
  }),
  SOURCE_SECONDS: option(secondsById.default({}), {
    help: 'Time limits of single sources in seconds, such as jellyfin=20; the default is 10.',
    allowed: 'id=seconds pairs separated by commas, 30 seconds at most',
    isPublic: true,
  }),
  INTERNET_ARCHIVE_URL: option(address.default('https://archive.org'), {
    help: 'The address of the Internet Archive, also for pages that search it directly.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  INTERNET_ARCHIVE_TRUSTED: option(list.pipe(z.array(z.string())).default([]), {
    help: 'Trusted collections and uploaders of the Internet Archive: their items are shown without a licence.',
    allowed: 'names of collections and e-mail addresses of uploaders separated by commas',
  }),
  PEERTUBE_HOSTS: option(hostBases.default({}), {
    help: 'Other addresses for single PeerTube hosts, such as a mirror.',
    allowed: 'host=address pairs separated by commas',
    isPublic: true,
  }),
  PEERTUBE_INSTANCES: option(list.pipe(z.array(instance).max(20)).default([]), {
    help: 'PeerTube instances to search for movies; videos under an open licence are shown.',
    allowed: 'host names or addresses separated by commas, 20 at most',
    isPublic: true,
  }),
  PEERTUBE_SEARCH: option(flag.default('false'), {
    help: 'Search the index of all PeerTube instances too. Videos that are old enough or from trusted publishers are shown.',
    allowed: 'true or false',
    isPublic: true,
  }),
  PEERTUBE_SEARCH_URL: option(address.default('https://sepiasearch.org'), {
    help: 'The address of the index.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  PEERTUBE_TRUSTED: option(list.pipe(z.array(z.string())).default(['video.blender.org']), {
    help: 'PeerTube hosts whose licences are trusted, and channels or accounts whose videos are all shown.',
    allowed: 'host names or name@host separated by commas',
    isPublic: true,
  }),
  STREMIO_ADDONS: option(list.pipe(z.array(addon).max(40)).default([]), {
    help: 'Stremio add-ons to search, the best first. Only their http streams are used.',
    allowed: 'addresses of manifests (https:// or stremio://) separated by commas, 40 at most',
    isSecret: true,
  }),
  ALLOW_USER_ADDONS: clientFlag(
    'Let users add their own add-ons; their browser searches them.',
    'false',
  ),
  OWN_SOURCES: option(z.enum(['accounts', 'everyone']).optional(), {
    help: 'Who may watch your own sources (MANIFEST, MEDIA_FOLDERS, WEBDAV, JELLYFIN, EMBY). Unset: accounts; everyone where HOST is a loopback address and no proxy is in front.',
    allowed: 'accounts (only signed-in accounts of this server) or everyone',
  }),
  MANIFEST: option(z.string().optional(), {
    help: 'Your own list of movies and episodes with their streams; packages/sources/README.md describes the format.',
    allowed: 'a path or an http address of a JSON file',
  }),
  MEDIA_FOLDERS: option(texts.default([]), {
    help: 'Your own movies and shows on this machine, named as media servers expect.',
    allowed: 'paths of folders, separated by commas',
  }),
  WEBDAV_URL: option(address.optional(), {
    help: 'A folder with your own movies and shows on a WebDAV server, such as Nextcloud.',
    allowed: ADDRESS,
  }),
  WEBDAV_USER: option(z.string().optional(), {
    help: 'The user name for the WebDAV server.',
    allowed: 'a name',
  }),
  WEBDAV_PASSWORD: option(z.string().optional(), {
    help: 'The password of that user; it stays on the server.',
    allowed: 'a password',
    isSecret: true,
  }),
  JELLYFIN_URL: option(address.optional(), {
    help: 'Your Jellyfin server, whose movies and shows are then found too. Needs its key.',
    allowed: ADDRESS,
  }),
  JELLYFIN_API_KEY: option(z.string().optional(), {
    help: 'An API key of that Jellyfin server; it stays on this server.',
    allowed: 'a key from its dashboard',
    isSecret: true,
  }),
  EMBY_URL: option(address.optional(), {
    help: 'Your Emby server, likewise. Needs its key.',
    allowed: ADDRESS,
  }),
  EMBY_API_KEY: option(z.string().optional(), {
    help: 'An API key of that Emby server; it stays on this server.',
    allowed: 'a key from its dashboard',
    isSecret: true,
  }),
};

const key = (help: string, allowed: string) =>
  option(z.string().optional(), { help, allowed, isSecret: true });

export const subtitleOptions = {
  SUBTITLES: option(z.enum(['on', 'off']).default('on'), {
    help: 'Whether to search subtitle services, besides the subtitles of streams.',
    allowed: 'on or off',
  }),
  OPENSUBTITLES_API_KEY: key(
    'Subtitles of OpenSubtitles.com with names and ratings; it allows some downloads a day.',
    'an API key of OpenSubtitles.com',
  ),
  OPENSUBTITLES_USER: option(z.string().optional(), {
    help: 'An account there, which may download more often.',
    allowed: 'a user name',
  }),
  OPENSUBTITLES_PASSWORD: key('The password of OPENSUBTITLES_USER.', 'a password'),
  SUBDL_API_KEY: key('Subtitles of SubDL.', 'an API key of SubDL'),
  WYZIE_API_KEY: key('Subtitles of Wyzie.', 'an API key of Wyzie'),
  OPENSUBTITLES_LEGACY: option(flag.default('false'), {
    help: 'Search the old service of OpenSubtitles too; it needs no key, and is sometimes slow.',
    allowed: 'true or false',
  }),
  OPENSUBTITLES_URL: base(
    'The address of OpenSubtitles.com.',
    'https://api.opensubtitles.com/api/v1',
  ),
  OPENSUBTITLES_ADDON_URL: base(
    'The address of the OpenSubtitles add-on, which needs no key.',
    'https://opensubtitles-v3.strem.io',
  ),
  OPENSUBTITLES_LEGACY_URL: base(
    'The address of the old service of OpenSubtitles.',
    'https://rest.opensubtitles.org',
  ),
  SUBDL_URL: base('The address of SubDL.', 'https://api.subdl.com/api/v1'),
  SUBDL_FILES_URL: base('The address of the files of SubDL.', 'https://dl.subdl.com'),
  WYZIE_URL: base('The address of Wyzie.', 'https://sub.wyzie.io'),
};
