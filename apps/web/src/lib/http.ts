// All requests: each has a time limit, a size limit and an abort signal.
import { rememberFailure } from './failed-requests.ts';

export type HttpFailure = 'network' | 'timeout' | 'tooLarge' | 'notJson';

export class HttpError extends Error {
  override name = 'HttpError';
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

export interface HttpRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly text?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Survives the page; browsers allow 64 KiB of such bodies at a time. */
  readonly keepalive?: boolean | undefined;
  /** Truncates a larger body instead of failing. */
  readonly isCut?: boolean;
}

export interface HttpResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  /** After redirects. */
  readonly finalUrl: string;
  readonly body: T;
}

const TIMEOUT_MS = 40_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** Resolves for every HTTP status; rejects with HttpError, or with the reason of an aborted signal. */
export const requestText: Get<string> = (url, request = {}) => requested(url, request, readText);

export const requestBytes: Get<Uint8Array<ArrayBuffer>> = (url, request = {}) =>
  requested(url, request, readBytes);

export type Get<T> = (url: string, request?: HttpRequest) => Promise<HttpResponse<T>>;
type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

async function requested<T>(
  url: string,
  request: HttpRequest,
  read: (chunks: Chunks) => Promise<T>,
): Promise<HttpResponse<T>> {
  const { signal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = request;
  const limit = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    const response = await fetchWatched(url, init(request, either));
    const body = await read(chunksOf(response, maxBytes, request.isCut === true));
    return { status: response.status, headers: response.headers, finalUrl: response.url, body };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof HttpError) throw error;
    if (limit.aborted) throw new HttpError('timeout', `No response within ${timeoutMs} ms: ${url}`);
    throw new HttpError('network', `Couldn't connect: ${url}`, { cause: error });
  }
}

export async function requestJson(
  url: string,
  request: HttpRequest = {},
): Promise<HttpResponse<unknown>> {
  const response = await requestText(url, {
    ...request,
    headers: { accept: 'application/json', ...request.headers },
  });
  return { ...response, body: parseJson(response, url) };
}

type Listener = (url: string) => void;
const listeners = new Set<Listener>();

/** Calls `listener` for each request that has no response after 3 s, or that could not reach its host. */
export function onNoResponse(listener: Listener, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

const NO_RESPONSE_AFTER_MS = 3_000;

/** Works like `fetch`, and reports a request without a response long before its own time limit. */
export async function fetchWatched(url: string, options: RequestInit): Promise<Response> {
  const report = (): void => listeners.forEach((listener) => listener(url));
  const timer = setTimeout(report, NO_RESPONSE_AFTER_MS);
  try {
    const response = await fetch(url, options);
    rememberFailure(options.method ?? 'GET', response);
    return response;
  } catch (error) {
    if (options.signal?.aborted !== true) report();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function init(request: HttpRequest, signal: AbortSignal): RequestInit {
  const { method = 'GET', headers = {}, body, text, keepalive } = request;
  const plain = { method, headers, signal, ...(keepalive === true && { keepalive }) };
  if (text !== undefined) return { ...plain, body: text };
  if (body === undefined) return plain;
  return {
    ...plain,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function* chunksOf(
  response: Response,
  maxBytes: number,
  isCut: boolean,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (response.body === null) return;
  let bytes = 0;
  // A reader, not `for await`: Safari cannot iterate a stream.
  const reader = response.body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    const over = bytes - maxBytes;
    if (over > 0) {
      void reader.cancel().catch(() => undefined);
      if (isCut) return yield chunk.value.subarray(0, -over);
      throw new HttpError('tooLarge', `More than ${maxBytes} bytes: ${response.url}`);
    }
    yield chunk.value;
  }
}

async function readText(chunks: Chunks): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

async function readBytes(chunks: Chunks): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

function parseJson({ body, status }: HttpResponse<string>, url: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new HttpError('notJson', `Not JSON (status ${status}): ${url}`, { cause: error });
  }
}
