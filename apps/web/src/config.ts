// What the operator chose, as `/config.js` tells it; without that file (the development server) the defaults hold.
import { z } from 'zod';

declare const __APP_VERSION__: string;
declare global {
  var __CONFIG__: unknown;
}

export const version = __APP_VERSION__;

const origin = typeof location === 'undefined' ? '' : location.origin;

const text = z.string().trim().optional();
const address = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional()
  .catch(undefined);
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );
/** `host=address` pairs. */
const hosts = list.transform((pairs) =>
  Object.fromEntries(
    pairs.flatMap((pair) => {
      const [, host, base] = /^([^=]+)=(https?:.+)$/.exec(pair) ?? [];
      return host === undefined || base === undefined ? [] : [[host, base]];
    }),
  ),
);
/** `id=seconds` pairs, in milliseconds. */
const limits = list.transform((pairs) =>
  Object.fromEntries(
    pairs.flatMap((pair) => {
      const [, id, seconds] = /^([^=]+)=(\d+)$/.exec(pair) ?? [];
      return id === undefined ? [] : [[id, Number(seconds) * 1_000]];
    }),
  ),
);
const flag = (initial: boolean) =>
  z
    .enum(['true', 'false'])
    .optional()
    .catch(undefined)
    .transform((value) => (value === undefined ? initial : value === 'true'));
const [on, off] = [flag(true), flag(false)];

/** `before:after`: the end of a host, and the host that is asked instead. */
function replacement(entry: string) {
  const [before, after, ...rest] = entry.split(':').map((host) => host.trim());
  return before && after && rest.length === 0 ? [{ before, after }] : [];
}

const Config = z.object({
  BACKEND_URL: address.transform((url) => url ?? origin),
  CORS_PROXY_URL: text.transform((list) => list ?? `${origin}/proxy,|type=api|${origin}`),
  INTERNET_ARCHIVE_URL: address.transform((url) => url ?? 'https://archive.org'),
  TMDB_IMAGE_URL: address.transform((url) => url ?? 'https://image.tmdb.org'),
  PROXY_ECHO_URL: address.transform((url) => url ?? 'https://postman-echo.com/get'),
  HAS_ONBOARDING: off,
  ONBOARDING_CHROME_EXTENSION_INSTALL_LINK: address,
  ONBOARDING_FIREFOX_EXTENSION_INSTALL_LINK: address,
  ONBOARDING_PROXY_INSTALL_LINK: address,
  ALLOW_AUTOPLAY: on,
  BOOKMARKS_REQUIRE_ACCOUNT: off,
  TRAILERS: on,
  REPORT_SOURCES: on,
  ALLOW_USER_ADDONS: off,
  DISABLED_SOURCES: list,
  SOURCE_SECONDS: limits,
  PEERTUBE_HOSTS: hosts,
  PEERTUBE_INSTANCES: list,
  PEERTUBE_SEARCH: off,
  PEERTUBE_SEARCH_URL: address.transform((url) => url ?? 'https://sepiasearch.org'),
  PEERTUBE_TRUSTED: list,
  TURNSTILE_KEY: text,
  CHROMECAST: on,
  DISALLOWED_IDS: text.transform((list) => (list ?? '').split(',').map((id) => id.trim())),
  CDN_REPLACEMENTS: text.transform((list) => (list ?? '').split(',').flatMap(replacement)),
  HLSCONVERTER_URL: address,
  WATCH_PARTY_URL: address,
  DMCA_EMAIL: text,
  FRAME_LINKS: hosts,
  SIBLING_NAME: text,
  PRIVACY_NOTE: text,
  DISCORD_LINK: address,
  FACEBOOK_LINK: address,
  INSTAGRAM_LINK: address,
  GITHUB_LINK: address,
  DONATION_LINK: address,
});
export type Config = z.infer<typeof Config>;

/** Names come with or without the prefix `VITE_`; what is empty or null counts as unset. */
export function parseConfig(input: unknown): Config {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(input);
  const set = Object.entries(given).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  );
  const prefixed = set.filter(([name]) => name.startsWith('VITE_'));
  const plain = set.filter(([name]) => !name.startsWith('VITE_'));
  const options = [...prefixed.map(([name, value]) => [name.slice(5), value] as const), ...plain];
  return Config.parse(Object.fromEntries(options.map(([name, value]) => [name, String(value)])));
}

export const config = parseConfig(globalThis.__CONFIG__);
