import { z } from 'zod';
import { frameSource, list, option, origin, proxies, hostName } from './config-fields.ts';
import { RegistrationMode } from '@matinee/shared/contract/meta';
import { canonicalKey } from '@matinee/shared/identity/public-key';

export const listenOptions = {
  PORT: option(z.coerce.number().int().min(0).max(65_535).default(8080), {
    help: 'The port to listen on.',
    allowed: 'a whole number from 0 to 65535',
  }),
  HOST: option(hostName.default('0.0.0.0'), {
    help: 'The address to listen on; 127.0.0.1 for this machine only. The default lets televisions and phones in the home connect.',
    allowed: 'an IP address',
  }),
  PUBLIC_URL: option(origin.optional(), {
    help: 'The public address, if it is not the one that the server sees.',
    allowed: 'an http or https address without a path',
  }),
  PUBLISHED_HOST: option(hostName.optional(), {
    help: 'The address that a container is published at, for the start-up message; docker-compose.yml sets it to HOST.',
    allowed: 'an IP address',
  }),
  PUBLISHED_PORT: option(z.coerce.number().int().min(1).max(65_535).optional(), {
    help: 'The port that a container is published at; docker-compose.yml sets it to PORT.',
    allowed: 'a whole number from 1 to 65535',
  }),
};

/** Options for access: allowed pages, hosts and addresses, and rate limits. */
export const accessOptions = {
  CORS_ORIGINS: option(list.pipe(z.array(z.union([z.literal('*'), origin]))).default([]), {
    help: 'Origins whose pages may use this server and its proxy. Unset or *: pages of any origin may use the API, and only those of this server the proxy. Listed: those and no others. Accounts of this server may use the proxy from any page, and with TURNSTILE_ENABLED anyone who solves the captcha. Streams are open to anyone who has their token.',
    allowed: 'origins like https://films.example.org separated by commas, or *',
  }),
  FRAME_ANCESTORS: option(list.pipe(z.array(frameSource)).default(["'self'"]), {
    help: 'Pages that may show this one in a frame.',
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
      help: 'Other host names that visitors use. With these, PUBLIC_URL or a loopback HOST, any other public name is refused.',
      allowed: 'host names separated by commas, or * for any',
    },
  ),
  TRUSTED_PROXIES: option(proxies.default([]), {
    help: 'Reverse proxies whose X-Forwarded-For, -Host and -Proto are trusted.',
    allowed: 'IP addresses or ranges like 10.0.0.0/8, separated by commas',
  }),
  RATE_LIMITS: option(z.enum(['on', 'off']).default('on'), {
    help: 'Whether to limit how often one address may sign in, register, import and search for streams, and how often one outside host is sent requests.',
    allowed: 'on or off',
  }),
  FLOOD_LIMIT: option(z.coerce.number().int().min(100).max(1_000_000).default(6_000), {
    help: 'Requests that one address may send to one server in a minute; for the files of the app, ten times as many.',
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
    help: 'Who may create an account: anyone, invited users, no one. Unset: invite if media of your own is configured (MEDIA_FOLDERS, WEBDAV_URL, JELLYFIN_URL, EMBY_URL, MANIFEST), else open.',
    allowed: 'open, invite or closed',
  }),
  ADMIN_PUBLIC_KEYS: option(list.pipe(z.array(publicKey)).default([]), {
    help: 'Accounts that are administrators besides the first one.',
    allowed: 'public keys of accounts (32 bytes as base64url) separated by commas',
  }),
  ACCOUNT_MAX_MIB: option(z.coerce.number().int().min(1).max(100_000).default(32), {
    help: 'How much one account may store, in MiB: bookmarks, progress, history, lists, settings and the rest.',
    allowed: 'a whole number from 1 to 100000',
  }),
};
