// Requests TMDB's API v3 through this site's server, which has the key.
import { z } from 'zod';
import { HttpError, requestJson, type HttpAnswer } from '#lib/http.ts';

const LANGUAGE = 'en-US';
const ErrorBody = z.lazy(() => z.object({ status_message: z.string() }));

export type TmdbQuery = Readonly<Record<string, string | number | boolean>>;

export interface TmdbCall<T> {
  readonly schema: z.ZodType<T>;
  readonly query?: TmdbQuery;
  readonly signal?: AbortSignal | undefined;
}

export async function tmdb<T>(path: string, { schema, query, signal }: TmdbCall<T>): Promise<T> {
  const pairs = Object.entries({ language: LANGUAGE, ...query });
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  const { status, body } = await request(`/catalogue/3${path}?${search}`, signal);
  if (status !== 200) throw new CatalogError(status, messageOf(body) ?? `Status ${status}`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new CatalogError(0, `${path}: ${z.prettifyError(parsed.error)}`);
}

async function request(url: string, signal: AbortSignal | undefined): Promise<HttpAnswer<unknown>> {
  try {
    return await requestJson(url, { signal });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new CatalogError(0, error.message, { cause: error });
  }
}

function messageOf(body: unknown): string | undefined {
  return ErrorBody.safeParse(body).data?.status_message;
}

/** `status` is 0 where there was no readable response. */
export class CatalogError extends Error {
  override name = 'CatalogError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
