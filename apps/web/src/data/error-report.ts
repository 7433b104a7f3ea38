// Reports errors of pages to this site's server, for its administrators. Failures are ignored.
import {
  MAX_ERROR_TEXT,
  reportError,
  type ErrorReport,
} from '@matinee/shared/contract/error-groups';
import { errorShape } from '@matinee/shared/lib/error-shape';
import { config } from '#config.ts';
import { isReportingEnabled } from '#data/preferences/playback.ts';
import type { FailedRequest } from '#lib/failed-requests.ts';
import { HttpError, requestText } from '#lib/http.ts';

/** A broken page may fail again in every frame. */
const MAX_REPORTS = 10;
const LIMITS = { timeoutMs: 10_000, maxBytes: 16 * 1024 };

const reported = new Set<string>();

const REPORT = `${reportError.method} ${reportError.path}`;

export function reportFailedRequest({ status, what, requestId }: FailedRequest): void {
  // The report itself must not be reported.
  if (what !== REPORT) send({ code: `http-${status}`, message: what, requestId });
}

/** Sends the name and the message of the error, but no personal data. */
export function reportPageError(error: unknown): void {
  if (!(error instanceof Error) || error instanceof HttpError || error.name === 'AbortError')
    return;
  send({ code: error.name, message: error.message });
}

function send({ code, message, requestId }: Omit<ErrorReport, 'place'>): void {
  const shape = errorShape(message);
  const key = `${code}\n${shape}`;
  if (!isReportingEnabled() || reported.has(key) || reported.size >= MAX_REPORTS) return;
  reported.add(key);
  const body: ErrorReport = {
    code: code.slice(0, 60) || 'Error',
    message: shape.slice(0, MAX_ERROR_TEXT),
    place: placeOf(location.pathname),
    ...(requestId !== undefined && { requestId }),
  };
  const { method, path } = reportError;
  requestText(`${config.BACKEND_URL}${path}`, { method, body, ...LIMITS }).catch(() => undefined);
}

/** Returns the first part of the path: further parts contain titles and ids. */
function placeOf(path: string): string {
  const [, first = ''] = path.split('/', 2);
  return /^[a-z]{1,20}$/.test(first) ? `/${first}` : '/';
}
