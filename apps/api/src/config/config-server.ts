import { z } from 'zod';
import { frameSource, list, option, origin, proxies, hostName } from './config-fields.ts';
import { RegistrationMode } from '@matinee/shared/contract/meta';
import { canonicalKey } from '@matinee/shared/identity/keys';

export const listenOptions = {
  PORT: option(z.coerce.number().int().min(0).max(65_535).default(8080), {
    help: 'The port to listen on.',
    allowed: 'a whole number from 0 to 65535',
  }),
  HOST: option(hostName.default('0.0.0.0'), {
    help: 'The address to listen on. 127.0.0.1 allows only this machine. The default also lets TVs and phones on your network connect.',
    allowed: 'an IP address',
  }),
  PUBLIC_URL: option(origin.optional(), {
    help: "The public URL of this site, if the server can't tell it from requests.",
    allowed: 'an http or https URL without a path',
  }),
  PUBLISHED_HOST: option(hostName.optional(), {
    help: 'The address that a container is published on, for the startup message. docker-compose.yml sets it to HOST.',
    allowed: 'an IP address',
  }),
  PUBLISHED_PORT: option(z.coerce.number().int().min(1).max(65_535).optional(), {
    help: 'The port that a container is published on. docker-compose.yml sets it to PORT.',
    allowed: 'a whole number from 1 to 65535',
  }),
};

/** Options for access: allowed pages, hosts and addresses, and rate limits. */
export const accessOptions = {
  CORS_ORIGINS: option(list.pipe(z.array(z.union([z.literal('*'), origin]))).default([]), {
    help: 'Origins whose pages can use this server and its proxy. Unset or *: pages of any origin can use the API, but only pages of this server can use the proxy. Listed: only pages of those origins. Accounts on this server can use the proxy from any page. With TURNSTILE_ENABLED, so can anyone who solves the captcha. Streams are open to anyone who has their token.',
    allowed: 'origins such as https://movies.example.org, separated by commas, or *',
  }),
  FRAME_ANCESTORS: option(list.pipe(z.array(frameSource)).default(["'self'"]), {
    help: 'Pages that can show this site in a frame.',
    allowed: "'self', 'none' or origins, separated by spaces",
  }),
  ALLOWED_HOSTS: option(
    list
      .pipe(
        z.array(
          z
            .string()
            .toLowerCase()
            .regex(/^(?:\*|[a-z0-9._-]+)$/),
        ),
      )
      .default([]),
    {
      help: 'Other host names that visitors use. If this, PUBLIC_URL or a loopback HOST is set, any other public host name is rejected.',
      allowed: 'host names, separated by commas, or * for any',
    },
  ),
  TRUSTED_PROXIES: option(proxies.default([]), {
    help: 'Reverse proxies whose X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto headers are trusted.',
    allowed: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
  }),
  RATE_LIMITS: option(z.enum(['on', 'off']).default('on'), {
    help: 'Limits how often one IP address can log in, register, import and search for streams, and how often this server sends requests to one other host.',
    allowed: 'on or off',
  }),
  FLOOD_LIMIT: option(z.coerce.number().int().min(100).max(1_000_000).default(6_000), {
    help: "The most requests per minute from one IP address. The app's own files have a limit 10 times as high.",
    allowed: 'a whole number from 100 to 1000000',
  }),
};

const publicKey = z.string().transform((text, context) => {
  const key = canonicalKey(text);
  if (key !== undefined) return key;
  context.issues.push({ code: 'custom', input: text, message: 'not a public key' });
  return z.NEVER;
});

export const accountOptions = {
  REGISTRATION: option(RegistrationMode.optional(), {
    help: 'Who can create an account: anyone, only people you invite, or no one. Unset: invite if you set up your own media (MEDIA_FOLDERS, WEBDAV_URL, JELLYFIN_URL, EMBY_URL or MANIFEST), otherwise open.',
    allowed: 'open, invite or closed',
  }),
  ADMIN_PUBLIC_KEYS: option(list.pipe(z.array(publicKey)).default([]), {
    help: 'Accounts that are administrators, in addition to the first one.',
    allowed: 'public keys of accounts (32 bytes as base64url), separated by commas',
  }),
  ACCOUNT_MAX_MIB: option(z.coerce.number().int().min(1).max(100_000).default(32), {
    help: 'The most data that one account can store, in MiB.',
    allowed: 'a whole number from 1 to 100000',
  }),
};
