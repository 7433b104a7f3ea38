import { z } from 'zod';

/** The error responses of the API, except `/catalogue` (TMDB's shape), relay and proxy. */
export const ErrorBody = z.discriminatedUnion('errorType', [
  z.object({
    errorType: z.literal('message'),
    message: z.string(),
    requestId: z.string().optional(),
  }),
  z.object({
    errorType: z.literal('validation'),
    errors: z.array(
      z.looseObject({
        code: z.string(),
        path: z.array(z.union([z.string(), z.number()])),
        message: z.string(),
      }),
    ),
    requestId: z.string().optional(),
  }),
]);
export type ErrorBody = z.infer<typeof ErrorBody>;
