import { z } from 'zod';
import {
  ADDRESS,
  LOG_AREAS,
  address,
  base,
  clientAddress,
  clientFlag,
  clientText,
  flag,
  hostAndPortField,
  levelsByArea,
  list,
  logLevel,
  option,
  ports,
  secret,
  words,
} from './config-fields.ts';
import { backupOptions, monitoringOptions } from './config-operations.ts';
import { accessOptions, listenOptions, accountOptions } from './config-server.ts';
import { sourceOptions, subtitleOptions } from './config-sources.ts';

/** Names, notes and links that the operator adds to pages. */
const brandingOptions = {
  FRAME_LINKS: clientText(
    'Links shown for 2.5 seconds when another site shows this one in a frame. Unset: none.',
    'pairs such as Name=https://host, separated by commas',
  ),
  SIBLING_NAME: clientText(
    'The name of a closed site whose accounts moved here. People who arrive with this name in ?redir= see a notice once.',
    'a name',
  ),
  PRIVACY_NOTE: clientText(
    'Text added to the privacy page, about other data that you store.',
    'text',
  ),
  DISCORD_LINK: clientAddress('A link in the footer and the menu.'),
  FACEBOOK_LINK: clientAddress('A link in the footer and the menu.'),
  INSTAGRAM_LINK: clientAddress('A link in the footer and the menu.'),
  GITHUB_LINK: clientAddress('A link in the footer and the menu.'),
  DONATION_LINK: clientAddress('A link in the menu.'),
};

export const Options = z.object({
  ...listenOptions,
  DATA_DIR: option(z.string().default('./data'), {
    help: 'The folder for the embedded database and generated secrets.',
    allowed: 'a folder',
  }),
  DATABASE_URL: option(z.url({ protocol: /^postgres(?:ql)?$/ }).optional(), {
    help: 'Your own PostgreSQL (15 or later). Unset: an embedded one stores its data in DATA_DIR.',
    allowed: 'a URL such as postgresql://user:password@host:5432/name',
    isSecret: true,
  }),
  DATABASE_DIRECT_URL: option(z.url({ protocol: /^postgres(?:ql)?$/ }).optional(), {
    help: 'The same database without a pooler, for migrations, backups and restores. Set it when DATABASE_URL leads to PgBouncer in transaction mode.',
    allowed: 'a URL such as postgresql://user:password@host:5432/name',
    isSecret: true,
  }),
  ...backupOptions,
  LOG_LEVEL: option(logLevel.default('info'), {
    help: 'How much to log.',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
  }),
  LOG_LEVELS: option(levelsByArea.default({}), {
    help: `Other levels for parts of the server, such as relay=debug. The parts are ${LOG_AREAS.join(', ')}.`,
    allowed: 'part=level pairs, separated by commas',
  }),
  META_NAME: option(z.string().max(100).default('Matinee'), {
    help: 'The name of this site, shown to people who create an account.',
    allowed: 'at most 100 characters',
  }),
  META_DESCRIPTION: option(z.string().max(1000).optional(), {
    help: 'A sentence about this site, shown to people who create an account.',
    allowed: 'at most 1000 characters',
  }),

  ...accessOptions,
  OPERATOR_ALLOWED_HOSTS: option(list.pipe(z.array(hostAndPortField)).default([]), {
    help: 'Machines on your private network that this server can fetch from. All others are blocked.',
    allowed: 'host:port pairs, separated by commas',
  }),

  CRYPTO_SECRET: secret('Signs sessions.'),
  CRYPTO_SECRET_PREVIOUS: option(words.pipe(z.array(z.string().min(32))).default([]), {
    help: 'Earlier values of CRYPTO_SECRET. Sessions signed with them stay valid.',
    allowed: 'secrets of at least 32 characters, separated by spaces or line breaks',
    isSecret: true,
  }),
  TICKET_SECRET: secret('Signs stream tokens.'),
  JWT_SECRET: secret('Signs proxy and relay tokens.'),

  PROXY: option(z.enum(['on', 'off']).default('on'), {
    help: "Turns on /proxy, which fetches what browsers aren't allowed to fetch from other sites.",
    allowed: 'on or off',
  }),
  PROXY_PORT: option(z.coerce.number().int().min(0).max(65_535).optional(), {
    help: "A separate port for the proxy, which is then not available elsewhere. Set CORS_PROXY_URL to the proxy's URL, and PUBLIC_URL or CORS_ORIGINS to the origins of the pages.",
    allowed: 'a whole number from 0 to 65535',
  }),
  PROXY_HOST: option(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+$/)
      .optional(),
    {
      help: 'A separate host name for the proxy, which is then not available elsewhere. Set CORS_PROXY_URL and PUBLIC_URL as for PROXY_PORT.',
      allowed: 'a host name such as proxy.example.org',
    },
  ),
  PROXY_ALLOWED_PORTS: option(ports.default([80, 443, 8080, 8443]), {
    help: 'The ports that the proxy can fetch from. Your own services and OPERATOR_ALLOWED_HOSTS can use any port.',
    allowed: 'whole numbers from 1 to 65535, separated by commas',
  }),
  TURNSTILE_ENABLED: option(flag.default('false'), {
    help: 'Requires a solved captcha (TURNSTILE_KEY) to use the proxy and the relay. Logged-in accounts can use the proxy without one.',
    allowed: 'true or false',
  }),
  TURNSTILE_SECRET: option(z.string().optional(), {
    help: 'The secret key for TURNSTILE_KEY.',
    allowed: 'a Turnstile secret key',
    isSecret: true,
  }),

  CAPTCHA_PROVIDER: option(z.enum(['recaptcha', 'turnstile']).optional(), {
    help: 'The captcha service for creating accounts. Needs both keys. Unset: no captcha.',
    allowed: 'recaptcha (version 3) or turnstile',
  }),
  CAPTCHA_SECRET: option(z.string().optional(), {
    help: "The captcha's secret key.",
    allowed: 'a secret key from the captcha service',
    isSecret: true,
  }),
  CAPTCHA_CLIENT_KEY: clientText("The captcha's site key.", 'a site key from the captcha service'),
  CAPTCHA_MIN_SCORE: option(z.coerce.number().min(0).max(1).default(0.5), {
    help: 'The lowest reCAPTCHA score that can create an account.',
    allowed: 'a number from 0 to 1',
  }),
  CAPTCHA_HOSTNAMES: option(list.pipe(z.array(z.string().toLowerCase())).default([]), {
    help: "Host names on which the captcha can be solved. Unset: those of PUBLIC_URL and CORS_ORIGINS, or any if PUBLIC_URL isn't set.",
    allowed:
      'host names, separated by commas, or * for any that the captcha service allows for the key',
  }),
  RECAPTCHA_URL: base('The URL of reCAPTCHA.', 'https://www.google.com'),
  TURNSTILE_URL: base('The URL of Turnstile.', 'https://challenges.cloudflare.com'),

  ...accountOptions,
  DEV_PAGES: option(z.enum(['on', 'off']).default('on'), {
    help: 'Turns on /dev and /dev/video, where anyone can open a URL in the player.',
    allowed: 'on or off',
    isPublic: true,
  }),
  ...monitoringOptions,
  DELETE_UNUSED_ACCOUNTS: option(flag.default('false'), {
    help: "Deletes accounts that haven't been used for a year, with all their data.",
    allowed: 'true or false',
  }),

  TMDB_READ_API_KEY: option(z.string().optional(), {
    help: "A TMDB read access token or API key, from your account's settings on themoviedb.org, under API. Shows everything on TMDB instead of only the built-in open collection. Stays on the server.",
    allowed: 'a TMDB read access token or API key',
    isSecret: true,
  }),
  TMDB_URL: base('The URL of TMDB.', 'https://api.themoviedb.org/3'),
  TMDB_FALLBACK_URL: base(
    "The URL to use when TMDB_URL doesn't respond.",
    'https://api.tmdb.org/3',
  ),
  TMDB_IMAGE_URL: option(address.default('https://image.tmdb.org'), {
    help: 'The URL of posters.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  ...sourceOptions,
  ...subtitleOptions,
  SCRAPE_CACHE: option(z.enum(['on', 'off']).default('on'), {
    help: 'Caches search results for 5 minutes, and empty ones for 20 seconds. Searching again runs the sources again.',
    allowed: 'on or off',
  }),
  STREAM_RELAY: option(z.enum(['off', 'own', 'all']).default('own'), {
    help: "Which streams go through this server: none, those of your own sources, or all that browsers can't fetch directly.",
    allowed: 'off, own or all',
  }),
  TRANSCODE: option(z.enum(['auto', 'off']).default('auto'), {
    help: "Converts sound and video that browsers don't play, such as AC-3 and MPEG-2, if ffmpeg is installed on the server.",
    allowed: 'auto or off',
  }),
  SEGMENT_DETECTION: option(z.enum(['auto', 'off']).default('auto'), {
    help: 'Compares the sound of the episodes of a season with ffmpeg, while nobody is watching, to find openings, recaps and credits that viewers can skip. Needs an ffmpeg with Chromaprint.',
    allowed: 'auto or off',
  }),
  SKIP_TIMES_URL: option(address.optional(), {
    help: "A service with the interface of TheIntroDB, which the server asks for intros, recaps, credits and previews that nothing else names. It learns the TMDB ID, season, episode and length of what is played, and this server's IP address. Unset: none is asked.",
    allowed: 'an http or https URL, to which /v3/media is added',
  }),
  THUMBNAILS_MAX_MIB: option(z.coerce.number().int().min(0).max(10_000_000).default(1024), {
    help: 'The most space in the database for preview thumbnails, in MiB. ffmpeg makes them from the files in your folders while nobody is watching. A movie needs about 5. 0: browsers make them.',
    allowed: 'a whole number from 0 to 10000000',
  }),
  STREAM_RELAY_MAX_STREAMS: option(z.coerce.number().int().min(1).max(10_000).default(64), {
    help: 'The most streams that one server relays at once. One network (/24 or /48) can use at most half of the free ones. A quarter is reserved for logged-in viewers. An idle stream makes way for a new one.',
    allowed: 'a whole number from 1 to 10000',
  }),
  STREAM_RELAY_MBIT: option(z.coerce.number().min(0).max(100_000).default(0), {
    help: 'The most megabits per second for all streams that one server relays. 0: no limit.',
    allowed: 'a number from 0 to 100000',
  }),
  PROXY_ECHO_URL: option(address.default('https://postman-echo.com/get'), {
    help: 'A URL for testing proxies. It must return JSON whose url field contains that URL.',
    allowed: ADDRESS,
    isPublic: true,
  }),

  BACKEND_URL: clientAddress('The account server. Unset: this server.'),
  CORS_PROXY_URL: clientText(
    'Proxies and relays. Unset: this server, as {origin}/proxy,|type=api|{origin}',
    'URLs such as https://host/proxy or |type=api|https://host, separated by commas',
  ),
  NORMAL_ROUTER: clientFlag('Accepted but ignored: paths never contain #.', 'true'),
  HAS_ONBOARDING: clientFlag(
    'Asks people to choose a streaming method before their first video.',
    'false',
  ),
  ALLOW_AUTOPLAY: clientFlag(
    'Plays the next episode automatically. If false, only for people with the extension or their own proxy.',
    'true',
  ),
  BOOKMARKS_REQUIRE_ACCOUNT: clientFlag(
    'Offers bookmarks only to logged-in people. Otherwise the browser stores them.',
    'false',
  ),
  TRAILERS: clientFlag(
    'Shows trailers. YouTube loads only when someone presses the button.',
    'true',
  ),
  REPORT_SOURCES: clientFlag(
    'Reports how each source did in a search. Each person can opt out.',
    'true',
  ),
  CHROMECAST: clientFlag(
    "Lets people cast to a TV. Google's script loads only on request.",
    'true',
  ),
  TURNSTILE_KEY: clientText('The Turnstile site key.', 'a Turnstile site key'),
  DISALLOWED_IDS: clientText(
    'Titles to hide.',
    'IDs such as movie-603 or series-1396, separated by commas',
  ),
  CDN_REPLACEMENTS: clientText(
    'Stream hosts to replace.',
    'before:after pairs, separated by commas',
  ),
  DMCA_EMAIL: clientText(
    'The email address for takedown requests. Turns on the page for them.',
    'an email address',
  ),
  HLSCONVERTER_URL: clientAddress('The URL of a service that turns a playlist into one file.'),
  ONBOARDING_CHROME_EXTENSION_INSTALL_LINK: clientAddress('The URL of the extension for Chrome.'),
  ONBOARDING_FIREFOX_EXTENSION_INSTALL_LINK: clientAddress('The URL of the extension for Firefox.'),
  ONBOARDING_PROXY_INSTALL_LINK: clientAddress('The URL of a guide to setting up a proxy.'),
  ...brandingOptions,
  WATCH_PARTY_URL: clientAddress(
    'The URL of a service for watching together. The player links to it.',
  ),
});
