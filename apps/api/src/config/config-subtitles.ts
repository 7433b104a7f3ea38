/** The options that say where subtitles come from. */
import { z } from 'zod';
import { base, flag, option } from './config-fields.ts';

const key = (help: string, allowed: string) =>
  option(z.string().optional(), { help, allowed, isSecret: true });

export const subtitleOptions = {
  SUBTITLES: option(z.enum(['on', 'off']).default('on'), {
    help: 'Whether subtitles are looked for in services beside those that a stream brings along.',
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
    help: 'Ask the old service of OpenSubtitles too; it needs no key, and is sometimes slow.',
    allowed: 'true or false',
  }),
  OPENSUBTITLES_URL: base(
    'Where OpenSubtitles.com answers.',
    'https://api.opensubtitles.com/api/v1',
  ),
  OPENSUBTITLES_ADDON_URL: base(
    'Where the add-on of OpenSubtitles answers, which needs no key.',
    'https://opensubtitles-v3.strem.io',
  ),
  OPENSUBTITLES_LEGACY_URL: base(
    'Where the old service of OpenSubtitles answers.',
    'https://rest.opensubtitles.org',
  ),
  SUBDL_URL: base('Where SubDL answers.', 'https://api.subdl.com/api/v1'),
  SUBDL_FILES_URL: base('Where SubDL keeps its files.', 'https://dl.subdl.com'),
  WYZIE_URL: base('Where Wyzie answers.', 'https://sub.wyzie.io'),
};
