import { z } from 'zod';

/** A failure that the caller is told about: services throw it, an error handler answers it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const badRequest = (message: string): ApiError => new ApiError(400, message);
export const unauthorized = (message: string): ApiError => new ApiError(401, message);
export const forbidden = (message: string): ApiError => new ApiError(403, message);
export const notFound = (message: string): ApiError => new ApiError(404, message);
export const conflict = (message: string): ApiError => new ApiError(409, message);

const FrameworkFault = z.object({ statusCode: z.number().min(400).max(499), message: z.string() });

/** What may be said of an error, or nothing when it is a bug: ours, and Fastify's own (broken JSON, too large, ...). */
export function speakable(error: unknown): { status: number; message: string } | undefined {
  if (error instanceof ApiError) return { status: error.status, message: error.message };
  const { data } = FrameworkFault.safeParse(error);
  return data && { status: data.statusCode, message: data.message };
}
