/** The options that say where streams come from. */
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
    help: 'Sources that nobody is to be asked for, such as internet-archive; GET /metadata lists their ids.',
    allowed: 'ids of sources separated by commas',
    isPublic: true,
  }),
  SOURCE_SECONDS: option(secondsById.default({}), {
    help: 'How long single sources may take where 10 seconds are too few or too many, such as jellyfin=20.',
    allowed: 'id=seconds pairs separated by commas, 30 seconds at most',
    isPublic: true,
  }),
  INTERNET_ARCHIVE_URL: option(address.default('https://archive.org'), {
    help: 'Where the Internet Archive answers, also for pages that ask it themselves.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  INTERNET_ARCHIVE_TRUSTED: option(list.pipe(z.array(z.string())).default([]), {
    help: 'Collections and uploaders of the Internet Archive that you vouch for: what they have is shown without a licence.',
    allowed: 'names of collections and e-mail addresses of uploaders separated by commas',
  }),
  PEERTUBE_HOSTS: option(hostBases.default({}), {
    help: 'Other addresses for single PeerTube hosts, such as a mirror.',
    allowed: 'host=address pairs separated by commas',
    isPublic: true,
  }),
  PEERTUBE_INSTANCES: option(list.pipe(z.array(instance).max(20)).default([]), {
    help: 'PeerTube instances to search for films; what they hold under an open licence is shown.',
    allowed: 'host names or addresses separated by commas, 20 at most',
    isPublic: true,
  }),
  PEERTUBE_SEARCH: option(flag.default('false'), {
    help: 'Search the index of all PeerTube instances too. Shown is what is old enough, and what the trusted publish.',
    allowed: 'true or false',
    isPublic: true,
  }),
  PEERTUBE_SEARCH_URL: option(address.default('https://sepiasearch.org'), {
    help: 'Where the index answers.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  PEERTUBE_TRUSTED: option(list.pipe(z.array(z.string())).default(['video.blender.org']), {
    help: 'PeerTube hosts whose licences are believed, and channels or accounts that may show all that they have.',
    allowed: 'host names or name@host separated by commas',
    isPublic: true,
  }),
  STREMIO_ADDONS: option(list.pipe(z.array(addon).max(40)).default([]), {
    help: 'Add-ons of the Stremio protocol to ask, the best first. Only their http streams are used.',
    allowed: 'addresses of manifests (https:// or stremio://) separated by commas, 40 at most',
    isSecret: true,
  }),
  ALLOW_USER_ADDONS: clientFlag(
    'Let people name add-ons of their own; their browser asks them.',
    'false',
  ),
  OWN_SOURCES: option(z.enum(['accounts', 'everyone']).optional(), {
    help: 'Who may watch your own sources (MANIFEST, MEDIA_FOLDERS, WEBDAV, JELLYFIN, EMBY). Unset: accounts; everyone where HOST is a loopback address and no proxy stands in front.',
    allowed: 'accounts (only signed-in accounts of this server) or everyone',
  }),
  MANIFEST: option(z.string().optional(), {
    help: 'Your own list of films and episodes with their streams: packages/sources/README.md says how to write it.',
    allowed: 'a path or an http address of a JSON file',
  }),
  MEDIA_FOLDERS: option(texts.default([]), {
    help: 'Your own films and series on this machine, named as media servers want them.',
    allowed: 'paths of folders, separated by commas',
  }),
  WEBDAV_URL: option(address.optional(), {
    help: 'A folder with your own films and series on a WebDAV server, such as Nextcloud.',
    allowed: ADDRESS,
  }),
  WEBDAV_USER: option(z.string().optional(), {
    help: 'Who this server is to the WebDAV server.',
    allowed: 'a name',
  }),
  WEBDAV_PASSWORD: option(z.string().optional(), {
    help: 'The password of that user; it stays on the server.',
    allowed: 'a password',
    isSecret: true,
  }),
  JELLYFIN_URL: option(address.optional(), {
    help: 'Your Jellyfin server, whose films and series are then found here too. Needs its key.',
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
