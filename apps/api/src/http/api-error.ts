import { z } from 'zod';

/** A failure that the caller is told about: services throw it, an error handler answers it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** When it is worth asking again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const badRequest = (message: string): ApiError => new ApiError(400, message);
export const unauthorized = (message: string): ApiError => new ApiError(401, message);
export const forbidden = (message: string): ApiError => new ApiError(403, message);
export const notFound = (message: string): ApiError => new ApiError(404, message);
export const conflict = (message: string): ApiError => new ApiError(409, message);

const FrameworkError = z.object({ statusCode: z.number().min(400).max(499), message: z.string() });

/** Lower layers throw this when the server cannot answer for a while: the database is away, or its disk is full. */
const TransientError = z.object({
  statusCode: z.literal([503, 507]),
  message: z.string(),
  retryAfterSeconds: z.number(),
});

export interface PublicError {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** What may be said of an error, or nothing when it is a bug: ours, and Fastify's own (broken JSON, too large, ...). */
export function toPublicError(error: unknown): PublicError | undefined {
  if (error instanceof ApiError) return error;
  const { data } = FrameworkError.or(TransientError).safeParse(error);
  return data && { status: data.statusCode, ...data };
}
