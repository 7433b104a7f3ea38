import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const RegistrationMode = z.enum(['open', 'invite', 'closed']);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** Describes the site, for clients without an account. */
export const Meta = z.object({
  name: z.string(),
  description: z.string().optional(),
  version: z.string(),
  /** Matinee only: the commit of the build. */
  revision: z.string().optional(),
  hasCaptcha: z.boolean(),
  captchaClientKey: z.string().optional(),
  captchaProvider: z.enum(['recaptcha', 'turnstile']).optional(),
  /** Matinee only. Missing means open. */
  registration: RegistrationMode.optional(),
  /** Matinee only: the maximum number of items in `PUT /users/{id}/changes`. */
  maxChanges: z.number().optional(),
  /** Matinee only: set if the caller needs an account of this site for its own sources. */
  ownSourcesFor: z.literal('accounts').optional(),
  /** Matinee only: true behind a reverse proxy that `TRUSTED_PROXIES` lacks. */
  forwardedButUntrusted: z.boolean().optional(),
});
export type Meta = z.infer<typeof Meta>;

export const getMeta = endpoint({
  method: 'GET',
  path: '/meta',
  summary: 'Describes the site, for clients without an account.',
  access: 'public',
  reply: Meta,
});
