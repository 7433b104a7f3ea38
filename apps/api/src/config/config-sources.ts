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
    help: 'Sources to turn off, such as internet-archive. GET /metadata lists their IDs.',
    allowed: 'source IDs, separated by commas',
    isPublic: true,
  }),
  SOURCE_SECONDS: option(secondsById.default({}), {
    help: 'Time limits for individual sources in seconds, such as jellyfin=20. The default is 10.',
    allowed: 'id=seconds pairs, separated by commas, at most 30 seconds',
    isPublic: true,
  }),
  INTERNET_ARCHIVE_URL: option(address.default('https://archive.org'), {
    help: 'The URL of the Internet Archive, used by the server and by pages that search it themselves.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  INTERNET_ARCHIVE_TRUSTED: option(list.pipe(z.array(z.string())).default([]), {
    help: 'Internet Archive collections and uploaders to trust. Their items are shown even without a license.',
    allowed: 'collection names and email addresses of uploaders, separated by commas',
  }),
  PEERTUBE_HOSTS: option(hostBases.default({}), {
    help: 'Other URLs for individual PeerTube hosts, such as mirrors.',
    allowed: 'host=URL pairs, separated by commas',
    isPublic: true,
  }),
  PEERTUBE_INSTANCES: option(list.pipe(z.array(instance).max(20)).default([]), {
    help: 'PeerTube instances to search for movies. Videos with an open license are shown.',
    allowed: 'host names or URLs, separated by commas, at most 20',
    isPublic: true,
  }),
  PEERTUBE_SEARCH: option(flag.default('false'), {
    help: 'Also searches the index of all PeerTube instances. Videos that are old enough or from trusted publishers are shown.',
    allowed: 'true or false',
    isPublic: true,
  }),
  PEERTUBE_SEARCH_URL: option(address.default('https://sepiasearch.org'), {
    help: 'The URL of the PeerTube index.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  PEERTUBE_TRUSTED: option(list.pipe(z.array(z.string())).default(['video.blender.org']), {
    help: 'PeerTube hosts whose licenses are trusted, and channels or accounts whose videos are all shown.',
    allowed: 'host names or name@host, separated by commas',
    isPublic: true,
  }),
  STREMIO_ADDONS: option(list.pipe(z.array(addon).max(40)).default([]), {
    help: 'Stremio add-ons to search, best first. Only their http and https streams are used.',
    allowed: 'manifest URLs (https:// or stremio://), separated by commas, at most 40',
    isSecret: true,
  }),
  ALLOW_USER_ADDONS: clientFlag(
    'Lets people add their own Stremio add-ons, which their browser searches.',
    'false',
  ),
  OWN_SOURCES: option(z.enum(['accounts', 'everyone']).optional(), {
    help: 'Who can watch your own sources (MANIFEST, MEDIA_FOLDERS, WEBDAV_URL, JELLYFIN_URL and EMBY_URL). Unset: accounts, or everyone if HOST is a loopback address and no proxy is in front.',
    allowed: 'accounts (only logged-in accounts on this server) or everyone',
  }),
  MANIFEST: option(z.string().optional(), {
    help: 'Your own list of movies and episodes with their streams. packages/sources/README.md describes the format.',
    allowed: 'the path or URL of a JSON file',
  }),
  MEDIA_FOLDERS: option(texts.default([]), {
    help: 'Folders on this machine with your own movies and shows, named as media servers expect. With TMDB_READ_API_KEY, TMDB adds descriptions and posters.',
    allowed: 'folder paths, separated by commas',
  }),
  WEBDAV_URL: option(address.optional(), {
    help: 'The URL of a folder with your own movies and shows on a WebDAV server, such as Nextcloud.',
    allowed: ADDRESS,
  }),
  WEBDAV_USER: option(z.string().optional(), {
    help: 'The username for the WebDAV server.',
    allowed: 'a name',
  }),
  WEBDAV_PASSWORD: option(z.string().optional(), {
    help: 'The password for WEBDAV_USER. Stays on the server.',
    allowed: 'a password',
    isSecret: true,
  }),
  JELLYFIN_URL: option(address.optional(), {
    help: 'The URL of your Jellyfin server, to include its movies and shows. Needs JELLYFIN_API_KEY.',
    allowed: ADDRESS,
  }),
  JELLYFIN_API_KEY: option(z.string().optional(), {
    help: 'An API key of your Jellyfin server. Stays on this server.',
    allowed: 'an API key from its dashboard',
    isSecret: true,
  }),
  JELLYFIN_USER: option(z.string().min(1).optional(), {
    help: "A user on your Jellyfin server, whose watched titles and positions are kept the same as those of the owner's account here. Unset: nothing is reported or read.",
    allowed: 'the name of a user on the server',
  }),
  EMBY_URL: option(address.optional(), {
    help: 'The URL of your Emby server, to include its movies and shows. Needs EMBY_API_KEY.',
    allowed: ADDRESS,
  }),
  EMBY_API_KEY: option(z.string().optional(), {
    help: 'An API key of your Emby server. Stays on this server.',
    allowed: 'an API key from its dashboard',
    isSecret: true,
  }),
  EMBY_USER: option(z.string().min(1).optional(), {
    help: "A user on your Emby server, whose watched titles and positions are kept the same as those of the owner's account here. Unset: nothing is reported or read.",
    allowed: 'the name of a user on the server',
  }),
};

const key = (help: string, allowed: string) =>
  option(z.string().optional(), { help, allowed, isSecret: true });

export const subtitleOptions = {
  SUBTITLES: option(z.enum(['on', 'off']).default('on'), {
    help: 'Searches subtitle services, in addition to subtitles that come with streams.',
    allowed: 'on or off',
  }),
  OPENSUBTITLES_API_KEY: key(
    'Searches OpenSubtitles.com, which includes names and ratings and limits downloads per day.',
    'an OpenSubtitles.com API key',
  ),
  OPENSUBTITLES_USER: option(z.string().optional(), {
    help: 'The username of an OpenSubtitles.com account, which can download more often.',
    allowed: 'a username',
  }),
  OPENSUBTITLES_PASSWORD: key('The password for OPENSUBTITLES_USER.', 'a password'),
  SUBDL_API_KEY: key('Searches SubDL.', 'a SubDL API key'),
  WYZIE_API_KEY: key('Searches Wyzie.', 'a Wyzie API key'),
  OPENSUBTITLES_LEGACY: option(flag.default('false'), {
    help: 'Also searches the old OpenSubtitles service, which needs no key and is sometimes slow.',
    allowed: 'true or false',
  }),
  OPENSUBTITLES_URL: base('The URL of OpenSubtitles.com.', 'https://api.opensubtitles.com/api/v1'),
  OPENSUBTITLES_ADDON_URL: base(
    'The URL of the OpenSubtitles add-on, which needs no key.',
    'https://opensubtitles-v3.strem.io',
  ),
  OPENSUBTITLES_LEGACY_URL: base(
    'The URL of the old OpenSubtitles service.',
    'https://rest.opensubtitles.org',
  ),
  SUBDL_URL: base('The URL of SubDL.', 'https://api.subdl.com/api/v1'),
  SUBDL_FILES_URL: base("The URL of SubDL's files.", 'https://dl.subdl.com'),
  WYZIE_URL: base('The URL of Wyzie.', 'https://sub.wyzie.io'),
};
