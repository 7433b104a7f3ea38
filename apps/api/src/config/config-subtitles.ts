/** Options for subtitle services. */
import { z } from 'zod';
import { base, flag, option } from './config-fields.ts';

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
