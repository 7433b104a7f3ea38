// Calls the account server: takes an endpoint of the contract with its arguments, returns a parsed reply or rejects.
import type { CallOf, Endpoint, ReplyOf } from '@matinee/shared/contract/endpoint';
import { ErrorBody } from '@matinee/shared/contract/errors';
import { z } from 'zod';
import { backendUrl, sessionHeaders } from '#data/session.ts';
import { noteServerDate } from '#data/storage/clock-skew.ts';
import { HttpError, requestText, type HttpResponse, type HttpRequest } from '#lib/http.ts';

export type ApiFailure =
  /** `message`: the server's text. */
  | {
      readonly is: 'rejected';
      readonly status: number;
      readonly message?: string | undefined;
      readonly retryAfterMs?: number | undefined;
      /** Identifies the request in the server's log. */
      readonly requestId?: string | undefined;
    }
  | { readonly is: 'unreachable' | 'timeout' | 'unreadable' }
  /** Neither the operator nor the user has configured an account server. */
  | { readonly is: 'noServer' };

export class ApiRequestError extends Error {
  override name = 'ApiError';
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }

  /** 0 without a response. */
  get status(): number {
    return this.failure.is === 'rejected' ? this.failure.status : 0;
  }
}

export interface CallOptions<T> {
  readonly signal?: AbortSignal | undefined;
  /** A more lenient schema for movie-web servers, instead of the endpoint's. */
  readonly reply?: z.ZodType<T>;
  /** Default: the session's. */
  readonly server?: string | undefined;
  /** Default: the session's. */
  readonly token?: string | undefined;
  readonly keepalive?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 20_000;
/** A library of 20,000 episodes is about 8 MiB. */
const MAX_BYTES = 32 * 1024 * 1024;

/** `CallOf` without its endpoint, which the compiler has checked. */
interface Args {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Rejects with ApiRequestError, or with the caller's reason when the caller cancels. */
export async function call<E extends Endpoint, T = ReplyOf<E>>(
  endpoint: E,
  args: CallOf<E>,
  options: CallOptions<T> = {},
): Promise<T> {
  const server = options.server ?? backendUrl();
  if (server === undefined)
    throw new ApiRequestError({ is: 'noServer' }, 'No account server is set up.');
  const { params = {}, query = {}, body } = args as Args;
  const url = `${server}${pathOf(endpoint.path, params)}${searchOf(query)}`;
  const response = await send(url, {
    method: endpoint.method,
    headers: { accept: 'application/json', ...credentials(endpoint, options) },
    // Some servers require an object wherever a body is allowed.
    body: endpoint.body ? (body ?? {}) : undefined,
    signal: options.signal,
    keepalive: options.keepalive,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (response.status < 200 || response.status > 299) throw rejectedError(response, url);
  const schema = options.reply ?? (endpoint.reply as unknown as z.ZodType<T>);
  const reply = schema.safeParse(response.body);
  if (reply.success) return reply.data;
  throw new ApiRequestError({ is: 'unreadable' }, `${url}: ${z.prettifyError(reply.error)}`);
}

function pathOf(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return pairs.length === 0 ? '' : `?${search}`;
}

function credentials(
  { access }: Endpoint,
  { server, token }: CallOptions<unknown>,
): Readonly<Record<string, string>> {
  if (access === 'public') return {};
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return sessionHeaders(server ?? backendUrl() ?? '');
}

type ApiResponse = Pick<HttpResponse<unknown>, 'status' | 'headers' | 'body'>;

/** A body that is not JSON becomes undefined: error responses may be pages. */
async function send(url: string, request: HttpRequest): Promise<ApiResponse> {
  const sentAt = Date.now();
  try {
    const { status, headers, body } = await requestText(url, request);
    noteServerDate({ date: headers.get('date'), sentAt, receivedAt: Date.now() });
    return { status, headers, body: readJson(body) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const is = failureOf(error);
    throw new ApiRequestError({ is }, error.message, { cause: error });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf({ failure }: HttpError): 'unreachable' | 'timeout' | 'unreadable' {
  if (failure === 'timeout') return failure;
  return failure === 'network' ? 'unreachable' : 'unreadable';
}

/** Second-generation servers send only `message`. */
const AnyError = z.union([ErrorBody, z.object({ message: z.string() })]);

export function rejectedError(
  { status, headers, body }: ApiResponse,
  url: string,
): ApiRequestError {
  const error = AnyError.safeParse(body).data;
  const message = error && 'message' in error ? error.message : undefined;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  const requestId = headers.get('x-request-id') ?? undefined;
  return new ApiRequestError(
    { is: 'rejected', status, message, retryAfterMs, requestId },
    `${url}: ${status} ${message ?? ''}`.trim(),
  );
}
