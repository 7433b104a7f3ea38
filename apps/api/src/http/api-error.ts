import { z } from 'zod';

/** An error for the caller. Services throw it, and the error handler sends it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Seconds until a retry is useful. */
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
export const badGateway = (message: string): ApiError => new ApiError(502, message);
export const conflict = (message: string): ApiError => new ApiError(409, message);

const FrameworkError = z.object({ statusCode: z.number().min(400).max(499), message: z.string() });

/**
 * An error that lower layers throw while the database is down or its disk is full.
 */
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

/**
 * Returns the public part of an error, including Fastify's own errors, such as invalid JSON. Undefined for a bug.
 */
export function toPublicError(error: unknown): PublicError | undefined {
  if (error instanceof ApiError) return error;
  const { data } = FrameworkError.or(TransientError).safeParse(error);
  return data && { status: data.statusCode, ...data };
}
