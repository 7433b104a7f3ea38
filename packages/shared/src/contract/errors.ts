import { z } from 'zod';

/** Every failure of the API except `/catalogue` (TMDB's shape), the relay and the proxy (theirs). */
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
