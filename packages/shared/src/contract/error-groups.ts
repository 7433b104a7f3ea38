import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const TEN_MINUTES = 600;

/** Pages truncate longer texts before they report them. */
export const MAX_ERROR_TEXT = 500;

/** An error that a page reports. The server stores only the `errorShape` of the message. */
const ErrorReport = z.object({
  /** `TypeError`, or `http-500`. */
  code: z.string().min(1).max(60),
  message: z.string().max(MAX_ERROR_TEXT),
  /** The part of the page or of the API: `/media/:media`. */
  place: z.string().regex(/^[\w/:.*-]{1,100}$/),
  /** The `X-Request-Id` header of the response that failed. */
  requestId: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
});
export type ErrorReport = z.infer<typeof ErrorReport>;

export const reportError = endpoint({
  method: 'POST',
  path: '/errors',
  summary: 'Reports an error of a page.',
  access: 'public',
  budget: { bucket: 'error_reports', max: 60, seconds: TEN_MINUTES, store: 'memory' },
  bodyLimit: 8 * 1024,
  body: ErrorReport,
  reply: z.literal(true),
});

export const ErrorGroup = z.object({
  id: z.string(),
  origin: z.enum(['server', 'browser']),
  level: z.enum(['warning', 'error']),
  /** An area of the log, or the place in the app. */
  area: z.string(),
  code: z.string(),
  /** The message without personal and varying parts. */
  shape: z.string(),
  count: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** The IDs of the latest requests, newest first. */
  requestIds: z.array(z.string()),
});
export type ErrorGroup = z.infer<typeof ErrorGroup>;

export const MAX_LISTED_ERRORS = 100;

export const listErrorGroups = endpoint({
  method: 'GET',
  path: '/admin/errors',
  summary: 'Lists errors of the server and of pages by code and message, the latest first.',
  access: 'admin',
  query: z.object({
    /** A part of the area, code or message, or a request ID. */
    search: z.string().max(100).default(''),
  }),
  reply: z.object({
    /** The number of matching groups. */
    total: z.number().int(),
    groups: z.array(ErrorGroup),
    /** The number of days after which a group is deleted unless it occurs again. */
    days: z.number().int(),
  }),
});
