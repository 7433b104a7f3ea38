/** A response with a server error and the server's id of the request. */
export interface FailedRequest {
  readonly status: number;
  /** `GET /users/:id`, without ids, tokens and titles. */
  readonly what: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Listener = (request: FailedRequest) => void;

const MAX_REMEMBERED = 5;
/** Long enough for the page that shows the failure. */
const REMEMBERED_MS = 2 * 60_000;

let remembered: readonly FailedRequest[] = [];
const listeners = new Set<Listener>();

export function onFailedRequest(listener: Listener, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

export function rememberFailure(
  method: string,
  { url, status, headers }: Pick<Response, 'url' | 'status' | 'headers'>,
): void {
  const requestId = headers.get('x-request-id');
  if (status < 500 || requestId === null || !/^[\w-]{1,64}$/.test(requestId)) return;
  const failed = { status, what: `${method} ${pathShape(url)}`, requestId, at: Date.now() };
  remembered = [failed, ...remembered].slice(0, MAX_REMEMBERED);
  for (const listener of listeners) listener(failed);
}

/** Lines for the details of an error, newest first: the operator finds the request by its id. */
export function failedRequestLines(now = Date.now()): string[] {
  return remembered
    .filter(({ at }) => now - at < REMEMBERED_MS)
    .map(({ status, what, requestId }) => `${what}: ${status}, request ID ${requestId}`);
}

/** Names of endpoints are short lower-case words; everything else may be an id, a token or a title. */
function pathShape(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  return path
    .split('/')
    .map((part) => (/^[a-z.-]{0,16}$/.test(part) ? part : ':id'))
    .join('/');
}
