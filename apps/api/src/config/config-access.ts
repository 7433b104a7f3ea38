import { z } from 'zod';
import { frameSource, list, option, origin, proxies } from './config-fields.ts';

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
