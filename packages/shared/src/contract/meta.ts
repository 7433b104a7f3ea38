import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Registration is open to all, open to invited people, or closed. */
export const RegistrationMode = z.enum(['open', 'invite', 'closed']);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** What an instance tells a client about itself before an account is made on it. */
export const Meta = z.object({
  name: z.string(),
  description: z.string().optional(),
  version: z.string(),
  /** Ours: the commit that was built, where that is known. */
  revision: z.string().optional(),
  hasCaptcha: z.boolean(),
  captchaClientKey: z.string().optional(),
  captchaProvider: z.enum(['recaptcha', 'turnstile']).optional(),
  /** Ours. Absent: open. */
  registration: RegistrationMode.optional(),
  /** Ours: how many items one `PUT /users/{id}/changes` may carry. */
  maxChanges: z.number().optional(),
  /** Ours: set when this instance has sources of its own that only signed-in accounts are shown. */
  ownSourcesFor: z.literal('accounts').optional(),
  /** Ours: a reverse proxy stands in front that `TRUSTED_PROXIES` does not name. */
  forwardedButUntrusted: z.boolean().optional(),
});
export type Meta = z.infer<typeof Meta>;

export const getMeta = endpoint({
  method: 'GET',
  path: '/meta',
  about: 'What an instance says of itself before an account is made on it.',
  access: 'public',
  reply: Meta,
});
