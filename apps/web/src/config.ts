// The operator's options, as `/config.js` sends them. Without that file (the development server) defaults apply. All
// values are text, and every page reads them first, so only addresses have a schema.
import { z } from 'zod';

declare const __APP_VERSION__: string;
declare global {
  var __CONFIG__: unknown;
}

export const version = __APP_VERSION__;

/** The server that this page comes from. */
export const siteOrigin = typeof location === 'undefined' ? '' : location.origin;

type Given = string | undefined;

const Address = z.url({ protocol: /^https?$/ });

function address(given: Given): string | undefined {
  if (given === undefined) return undefined;
  const { data } = Address.safeParse(given);
  return data?.replace(/\/+$/, '');
}

const list = (given = ''): string[] =>
  given
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** `host=address` pairs. */
const hosts = (given: Given) =>
  Object.fromEntries(
    list(given).flatMap((pair) => {
      const [, host, base] = /^([^=]+)=(https?:.+)$/.exec(pair) ?? [];
      return host === undefined || base === undefined ? [] : [[host, base] as const];
    }),
  );

/** `id=seconds` pairs, in milliseconds. */
const limits = (given: Given) =>
  Object.fromEntries(
    list(given).flatMap((pair) => {
      const [, id, seconds] = /^([^=]+)=(\d+)$/.exec(pair) ?? [];
      return id === undefined ? [] : [[id, Number(seconds) * 1_000] as const];
    }),
  );

const flag = (given: Given, initial: boolean): boolean =>
  given === 'true' || (given !== 'false' && initial);

/** `before:after`: the end of a host, and the host that is requested instead. */
function replacement(entry: string) {
  const [before, after, ...rest] = entry.split(':').map((host) => host.trim());
  return before && after && rest.length === 0 ? [{ before, after }] : [];
}

export function parseClientConfig(input: unknown) {
  const given = textsOf(input);
  return {
    BACKEND_URL: address(given.BACKEND_URL) ?? siteOrigin,
    CORS_PROXY_URL: given.CORS_PROXY_URL?.trim() ?? `${siteOrigin}/proxy,|type=api|${siteOrigin}`,
    INTERNET_ARCHIVE_URL: address(given.INTERNET_ARCHIVE_URL) ?? 'https://archive.org',
    TMDB_IMAGE_URL: address(given.TMDB_IMAGE_URL) ?? 'https://image.tmdb.org',
    /** The server has no key for TMDB, so the catalog is the open collection. */
    OPEN_CATALOGUE: flag(given.OPEN_CATALOGUE, false),
    /** The operator has configured folders. Their titles are at `/library`. */
    OWN_LIBRARY: flag(given.OWN_LIBRARY, false),
    /** True on the machine that serves this page: its user runs the site. */
    IS_OWN_MACHINE: flag(given.IS_OWN_MACHINE, false),
    PROXY_ECHO_URL: address(given.PROXY_ECHO_URL) ?? 'https://postman-echo.com/get',
    HAS_ONBOARDING: flag(given.HAS_ONBOARDING, false),
    ONBOARDING_CHROME_EXTENSION_INSTALL_LINK: address(
      given.ONBOARDING_CHROME_EXTENSION_INSTALL_LINK,
    ),
    ONBOARDING_FIREFOX_EXTENSION_INSTALL_LINK: address(
      given.ONBOARDING_FIREFOX_EXTENSION_INSTALL_LINK,
    ),
    ONBOARDING_PROXY_INSTALL_LINK: address(given.ONBOARDING_PROXY_INSTALL_LINK),
    ALLOW_AUTOPLAY: flag(given.ALLOW_AUTOPLAY, true),
    BOOKMARKS_REQUIRE_ACCOUNT: flag(given.BOOKMARKS_REQUIRE_ACCOUNT, false),
    TRAILERS: flag(given.TRAILERS, true),
    REPORT_SOURCES: flag(given.REPORT_SOURCES, true),
    ALLOW_USER_ADDONS: flag(given.ALLOW_USER_ADDONS, false),
    DISABLED_SOURCES: list(given.DISABLED_SOURCES),
    SOURCE_SECONDS: limits(given.SOURCE_SECONDS),
    PEERTUBE_HOSTS: hosts(given.PEERTUBE_HOSTS),
    PEERTUBE_INSTANCES: list(given.PEERTUBE_INSTANCES),
    PEERTUBE_SEARCH: flag(given.PEERTUBE_SEARCH, false),
    PEERTUBE_SEARCH_URL: address(given.PEERTUBE_SEARCH_URL) ?? 'https://sepiasearch.org',
    PEERTUBE_TRUSTED: list(given.PEERTUBE_TRUSTED),
    TURNSTILE_KEY: given.TURNSTILE_KEY?.trim(),
    /** The token of this page load. `proxied-fetch.ts` renews it. */
    PROXY_TOKEN: given.PROXY_TOKEN,
    CHROMECAST: flag(given.CHROMECAST, true),
    /** Enables pages where any visitor may try a URL in the player. */
    HAS_DEV_PAGES: given.DEV_PAGES !== 'off',
    DISALLOWED_IDS: (given.DISALLOWED_IDS ?? '').split(',').map((id) => id.trim()),
    CDN_REPLACEMENTS: (given.CDN_REPLACEMENTS ?? '').split(',').flatMap(replacement),
    HLSCONVERTER_URL: address(given.HLSCONVERTER_URL),
    WATCH_PARTY_URL: address(given.WATCH_PARTY_URL),
    DMCA_EMAIL: given.DMCA_EMAIL?.trim(),
    FRAME_LINKS: hosts(given.FRAME_LINKS),
    SIBLING_NAME: given.SIBLING_NAME?.trim(),
    PRIVACY_NOTE: given.PRIVACY_NOTE?.trim(),
    /** The service that the server asks for the times of intros and credits. */
    SKIP_TIMES_HOST: given.SKIP_TIMES_HOST,
    DISCORD_LINK: address(given.DISCORD_LINK),
    FACEBOOK_LINK: address(given.FACEBOOK_LINK),
    INSTAGRAM_LINK: address(given.INSTAGRAM_LINK),
    GITHUB_LINK: address(given.GITHUB_LINK),
    DONATION_LINK: address(given.DONATION_LINK),
  };
}

/** Names come with or without the prefix `VITE_`, and the plain name wins. Empty and null values count as unset. */
function textsOf(input: unknown): Readonly<Record<string, Given>> {
  const isGiven = typeof input === 'object' && input !== null;
  const set = Object.entries(isGiven ? input : {}).flatMap(([name, value]) =>
    value === '' || value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  const prefixed = set.filter(([name]) => name.startsWith('VITE_'));
  return Object.fromEntries([...prefixed.map(([name, text]) => [name.slice(5), text]), ...set]);
}

export const config = parseClientConfig(globalThis.__CONFIG__);
