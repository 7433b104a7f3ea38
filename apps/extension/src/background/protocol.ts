// The published message protocol of movie-web extensions. Any script in an allowed page can send these messages.
import { z } from 'zod';

export const Message = z.object({
  name: z.enum(['hello', 'makeRequest', 'prepareStream', 'openPage', 'left']),
  body: z.unknown().optional(),
});
export type Message = z.infer<typeof Message>;

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Headers = z.record(z.string(), text);

export const RequestBody = z.object({
  url: z.string().min(1),
  baseUrl: z.string().optional(),
  method: z.string().default('GET'),
  headers: Headers.default({}),
  query: z.record(z.string(), text).default({}),
  body: z.unknown().optional(),
  bodyType: z.enum(['string', 'FormData', 'URLSearchParams', 'object']).optional(),
});
export type RequestBody = z.infer<typeof RequestBody>;

/** Forms are sent as lists of name and value. */
export const FormEntries = z.array(z.tuple([z.string(), text]));

const LARGEST_NUMBER = 2 ** 31 - 1;

export const StreamBody = z.object({
  /** Chosen by the page; a later stream reuses the number of an earlier one. */
  ruleId: z.int().min(1).max(LARGEST_NUMBER),
  targetDomains: z.array(z.string()).min(1).optional(),
  targetRegex: z.string().optional(),
  requestHeaders: Headers.default({}),
  responseHeaders: Headers.default({}),
});
export type StreamBody = z.infer<typeof StreamBody>;

export const OpenPageBody = z.object({
  page: z.literal('PermissionGrant'),
  redirectUrl: z.string(),
});

export type Reply =
  | { readonly success: false; readonly error: string }
  | { readonly success: true; readonly [field: string]: unknown };
