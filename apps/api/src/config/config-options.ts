import { z } from 'zod';
import {
  ADDRESS,
  address,
  base,
  clientAddress,
  clientFlag,
  clientText,
  flag,
  hostAndPortField,
  list,
  option,
  ports,
  secret,
  words,
} from './config-fields.ts';
import { accessOptions, listenOptions, accountOptions } from './config-server.ts';
import { brandingOptions } from './config-branding.ts';
import { sourceOptions, subtitleOptions } from './config-sources.ts';

export const Options = z.object({
  ...listenOptions,
  DATA_DIR: option(z.string().default('./data'), {
    help: 'The folder of the embedded database and of generated secrets.',
    allowed: 'a folder',
  }),
  DATABASE_URL: option(z.url({ protocol: /^postgres(?:ql)?$/ }).optional(), {
    help: 'A PostgreSQL of your own (15 or newer); unset, an embedded one runs in DATA_DIR.',
    allowed: 'an address like postgresql://user:password@host:5432/name',
    isSecret: true,
  }),
  LOG_LEVEL: option(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    { help: 'How much to log.', allowed: 'fatal, error, warn, info, debug, trace or silent' },
  ),
  META_NAME: option(z.string().max(100).default('Matinee'), {
    help: 'The name of this instance, shown before an account is made.',
    allowed: 'at most 100 characters',
  }),
  META_DESCRIPTION: option(z.string().max(1000).optional(), {
    help: 'A sentence about this instance, shown before an account is made.',
    allowed: 'at most 1000 characters',
  }),

  ...accessOptions,
  OPERATOR_ALLOWED_HOSTS: option(list.pipe(z.array(hostAndPortField)).default([]), {
    help: 'Machines of your private network that may be fetched from; all others are denied.',
    allowed: 'host:port pairs separated by commas, each with its port',
  }),

  CRYPTO_SECRET: secret('Signs sessions.'),
  CRYPTO_SECRET_PREVIOUS: option(words.pipe(z.array(z.string().min(32))).default([]), {
    help: 'Secrets that signed sessions before this one; those sessions stay valid.',
    allowed: 'secrets of at least 32 characters, separated by spaces or line breaks',
    isSecret: true,
  }),
  TICKET_SECRET: secret('Signs stream tokens.'),
  JWT_SECRET: secret('Signs the tokens of the proxy and the relay.'),

  PROXY: option(z.enum(['on', 'off']).default('on'), {
    help: 'Whether /proxy fetches responses for pages that browsers may not read directly.',
    allowed: 'on or off',
  }),
  PROXY_PORT: option(z.coerce.number().int().min(0).max(65_535).optional(), {
    help: 'A separate port for the proxy, which then is nowhere else. CORS_PROXY_URL tells pages its address; PUBLIC_URL or CORS_ORIGINS list their origins.',
    allowed: 'a whole number from 0 to 65535',
  }),
  PROXY_HOST: option(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+$/)
      .optional(),
    {
      help: 'The only host name that serves the proxy, ideally nothing else. CORS_PROXY_URL and PUBLIC_URL as above.',
      allowed: 'a host name like proxy.example.org',
    },
  ),
  PROXY_ALLOWED_PORTS: option(ports.default([80, 443, 8080, 8443]), {
    help: 'The ports that the proxy fetches from; services of yours and OPERATOR_ALLOWED_HOSTS may have any.',
    allowed: 'whole numbers from 1 to 65535, separated by commas',
  }),
  TURNSTILE_ENABLED: option(flag.default('false'), {
    help: 'Whether the proxy and the relay require a solved captcha, the one of TURNSTILE_KEY. Signed-in accounts use the proxy without.',
    allowed: 'true or false',
  }),
  TURNSTILE_SECRET: option(z.string().optional(), {
    help: 'The secret key that belongs to TURNSTILE_KEY.',
    allowed: 'a secret key of Turnstile',
    isSecret: true,
  }),

  CAPTCHA_PROVIDER: option(z.enum(['recaptcha', 'turnstile']).optional(), {
    help: 'The captcha service for registration; unset, none. Needs both keys.',
    allowed: 'recaptcha (version 3) or turnstile',
  }),
  CAPTCHA_SECRET: option(z.string().optional(), {
    help: 'The secret key of the captcha.',
    allowed: 'a secret key of the provider',
    isSecret: true,
  }),
  CAPTCHA_CLIENT_KEY: clientText('The site key of the captcha.', 'a site key of the provider'),
  CAPTCHA_MIN_SCORE: option(z.coerce.number().min(0).max(1).default(0.5), {
    help: 'The minimum reCAPTCHA score for a registration.',
    allowed: 'a number from 0 to 1',
  }),
  CAPTCHA_HOSTNAMES: option(list.pipe(z.array(z.string().toLowerCase())).default([]), {
    help: 'Where the captcha may have been solved; unset, on the hosts of PUBLIC_URL and CORS_ORIGINS, and without a PUBLIC_URL anywhere.',
    allowed: 'names of hosts separated by commas, or * for any that the provider knows for the key',
  }),
  RECAPTCHA_URL: base('The address of reCAPTCHA.', 'https://www.google.com'),
  TURNSTILE_URL: base('The address of Turnstile.', 'https://challenges.cloudflare.com'),

  ...accountOptions,
  DEV_PAGES: option(z.enum(['on', 'off']).default('on'), {
    help: 'Whether /dev and /dev/video exist, where anyone may try an address in the player.',
    allowed: 'on or off',
    isPublic: true,
  }),
  METRICS_TOKEN: option(z.string().min(16).optional(), {
    help: 'Bearer token that unlocks per-title counts on /metrics; other metrics are public.',
    allowed: 'at least 16 characters',
    isSecret: true,
  }),
  METRICS_RETENTION_DAYS: option(z.coerce.number().int().min(1).max(3_650).default(90), {
    help: 'Days after which a count loses its date, and titles and sources without newer counts are deleted.',
    allowed: 'a whole number of days from 1 to 3650',
  }),
  DELETE_UNUSED_ACCOUNTS: option(flag.default('false'), {
    help: 'Delete accounts that were not used for a year, with all their data.',
    allowed: 'true or false',
  }),

  TMDB_READ_API_KEY: option(z.string().optional(), {
    help: 'All of TMDB instead of the built-in open collection. A read access token; it stays on the server.',
    allowed: 'a TMDB read access token or API key',
    isSecret: true,
  }),
  TMDB_URL: base('The address of TMDB.', 'https://api.themoviedb.org/3'),
  TMDB_FALLBACK_URL: base('Used when TMDB_URL does not respond.', 'https://api.tmdb.org/3'),
  TMDB_IMAGE_URL: option(address.default('https://image.tmdb.org'), {
    help: 'The address of posters.',
    allowed: ADDRESS,
    isPublic: true,
  }),
  ...sourceOptions,
  ...subtitleOptions,
  SCRAPE_CACHE: option(z.enum(['on', 'off']).default('on'), {
    help: 'Whether search results are shared for five minutes, and empty ones for 20 seconds.',
    allowed: 'on or off',
  }),
  STREAM_RELAY: option(z.enum(['off', 'own', 'all']).default('own'), {
    help: 'Which streams go through this server: none, those of your own sources, or all that a browser cannot fetch directly.',
    allowed: 'off, own or all',
  }),
  STREAM_RELAY_MAX_STREAMS: option(z.coerce.number().int().min(1).max(10_000).default(64), {
    help: 'Streams that one server relays at once. One network (/24, /48) gets at most half of the free ones, a quarter is for signed-in viewers, and an idle stream gives way to another.',
    allowed: 'a whole number from 1 to 10000',
  }),
  STREAM_RELAY_MBIT: option(z.coerce.number().min(0).max(100_000).default(0), {
    help: 'Megabits a second for all relayed streams of one server together; 0 for no limit.',
    allowed: 'a number from 0 to 100000',
  }),
  PROXY_ECHO_URL: option(address.default('https://postman-echo.com/get'), {
    help: "A service that returns the request's own address; proxies are tested with it.",
    allowed: ADDRESS,
    isPublic: true,
  }),

  BACKEND_URL: clientAddress('The server for accounts; unset, this one.'),
  CORS_PROXY_URL: clientText(
    'Proxies and relays; unset, this server: {origin}/proxy,|type=api|{origin}',
    'addresses like https://host/proxy or |type=api|https://host, separated by commas',
  ),
  NORMAL_ROUTER: clientFlag('Accepted and ignored: paths are always real.', 'true'),
  HAS_ONBOARDING: clientFlag('Ask for a streaming method before the first movie.', 'false'),
  ALLOW_AUTOPLAY: clientFlag('Play the next episode automatically.', 'true'),
  BOOKMARKS_REQUIRE_ACCOUNT: clientFlag(
    'Offer bookmarks only to signed-in users; otherwise the browser stores them.',
    'false',
  ),
  TRAILERS: clientFlag(
    'Let pages show trailers; YouTube is loaded when a viewer presses the button.',
    'true',
  ),
  REPORT_SOURCES: clientFlag(
    'Let pages report how each source did in a search; a viewer may opt out.',
    'true',
  ),
  CHROMECAST: clientFlag(
    'Let viewers cast to a television; the page loads Google’s script on request.',
    'true',
  ),
  TURNSTILE_KEY: clientText('The public key of the captcha.', 'a Turnstile site key'),
  DISALLOWED_IDS: clientText(
    'Titles that are not shown.',
    'ids like movie-603 or series-1396, separated by commas',
  ),
  CDN_REPLACEMENTS: clientText(
    'Hosts of streams to replace.',
    'before:after pairs separated by commas',
  ),
  DMCA_EMAIL: clientText(
    'The address for takedown requests; shows the page for them.',
    'an e-mail address',
  ),
  HLSCONVERTER_URL: clientAddress('A service that turns a playlist into one file.'),
  ONBOARDING_CHROME_EXTENSION_INSTALL_LINK: clientAddress('The extension for Chrome.'),
  ONBOARDING_FIREFOX_EXTENSION_INSTALL_LINK: clientAddress('The extension for Firefox.'),
  ONBOARDING_PROXY_INSTALL_LINK: clientAddress('A guide to setting up a proxy.'),
  ...brandingOptions,
  WATCH_PARTY_URL: clientAddress('A service to watch together; offered in the player.'),
});
