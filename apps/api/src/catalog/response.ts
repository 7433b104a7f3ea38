/**
 * A response of `/catalogue/3/*`. The body is JSON text, to avoid serializing a cached response again.
 */
export interface CatalogResponse {
  readonly status: number;
  readonly body: string;
  /** Seconds or a date, as TMDB sent it. */
  readonly retryAfter?: string | undefined;
}

/** TMDB's status codes and messages, to let clients parse all errors the same way. */
const ERRORS = {
  notFound: {
    status: 404,
    code: 34,
    message: 'The resource you requested could not be found.',
  },
  invalidPage: {
    status: 400,
    code: 22,
    message: 'Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.',
  },
  invalidInput: { status: 400, code: 47, message: 'The input is not valid.' },
  wrongMethod: {
    status: 405,
    code: 42,
    message: 'This request method is not supported for this resource.',
  },
  tooManyRequests: {
    status: 429,
    code: 25,
    message: 'Your request count is over the allowed limit.',
  },
  unavailable: {
    status: 503,
    code: 46,
    message: 'The API is undergoing maintenance. Try again later.',
  },
  internal: {
    status: 500,
    code: 11,
    message: 'Internal error: Something went wrong, contact TMDB.',
  },
  unreachable: { status: 502, code: 43, message: "Couldn't connect to the backend server." },
  timedOut: {
    status: 504,
    code: 24,
    message: 'Your request to the backend server timed out. Try again.',
  },
} as const;
export type CatalogErrorName = keyof typeof ERRORS;

export function errorResponse(name: CatalogErrorName): CatalogResponse {
  const { status, code, message } = ERRORS[name];
  return tmdbErrorResponse(status, code, message);
}

export function tmdbErrorResponse(
  status: number,
  code: number,
  message: string,
  retryAfter?: string,
): CatalogResponse {
  const body = JSON.stringify({ success: false, status_code: code, status_message: message });
  return { status, body, retryAfter };
}

export function okResponse(content: object): CatalogResponse {
  return { status: 200, body: JSON.stringify(content) };
}
