import type { Readable } from 'node:stream';
import { Agent, buildConnector } from 'undici';
import { DestinationRefused, type Destination } from './destination.ts';

interface UpstreamRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** Lower-case names; a header sent several times is a list. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** After redirects. */
  readonly finalUrl: string;
  /** Still encoded. It must be read to its end or destroyed. */
  readonly body: Readable;
}

/** Reaches out to a server we do not know, by hand where a convenient client would follow anything anywhere. */
export interface Upstream {
  readonly open: (request: UpstreamRequest) => Promise<UpstreamAnswer>;
  readonly close: () => Promise<void>;
}

/** The other side did not answer as a web server should. */
export class UpstreamFailed extends Error {
  override name = 'UpstreamFailed';
}

const CONNECT_LIMIT_MS = 5_000;
const FIRST_BYTE_LIMIT_MS = 30_000;
const IDLE_LIMIT_MS = 60_000;
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What belongs to one host must not travel to the next. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie']);
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-length']);

export function createUpstream(destination: Destination): Upstream {
  const agent = createAgent(destination);

  async function send(url: URL, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      signal: request.signal,
    });
    // The answer may break before anybody reads it; without a listener that would end the process.
    body.on('error', () => undefined);
    if (statusCode < 200 || statusCode > 599) {
      body.destroy();
      throw new UpstreamFailed(`The other server answered with the odd status ${statusCode}.`);
    }
    return { status: statusCode, headers, finalUrl: url.href, body };
  }

  return {
    async open(first) {
      let request = first;
      let url = destination.check(first.url);
      for (let hops = 0; ; hops += 1) {
        const answer = await send(url, request);
        const { location } = answer.headers;
        if (!REDIRECTS.has(answer.status) || typeof location !== 'string') return answer;
        answer.body.destroy();
        if (hops === MAX_REDIRECTS)
          throw new UpstreamFailed('The other server redirects too often.');
        const next = destination.check(location, url.href);
        request = redirected(request, answer.status, next.origin === url.origin);
        url = next;
      }
    },
    close: () => agent.destroy(),
  };
}

function createAgent(destination: Destination): Agent {
  const options = { timeout: CONNECT_LIMIT_MS, allowH2: false };
  const trusted = buildConnector(options);
  const judged = buildConnector({ ...options, lookup: destination.lookup });
  return new Agent({
    headersTimeout: FIRST_BYTE_LIMIT_MS,
    bodyTimeout: IDLE_LIMIT_MS,
    connect: (target, done) => {
      const port = target.port || (target.protocol === 'https:' ? '443' : '80');
      return (destination.isExempt(target.hostname, port) ? trusted : judged)(target, done);
    },
  });
}

/** As browsers do: a form that was sent is not sent again, except where 307 and 308 ask for just that. */
function redirected(
  request: UpstreamRequest,
  status: number,
  isSameOrigin: boolean,
): UpstreamRequest {
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const headers = Object.entries(request.headers).filter(
    ([name]) => (isSameOrigin || !CREDENTIALS.has(name)) && !(becomesGet && BODY_HEADERS.has(name)),
  );
  return {
    ...request,
    ...(becomesGet && { method: 'GET', body: undefined }),
    headers: Object.fromEntries(headers),
  };
}

/** Why a request that was not refused came to nothing, for people. */
export function describeFailure(error: unknown): { status: number; message: string } {
  if (error instanceof DestinationRefused) return { status: 403, message: error.message };
  if (error instanceof UpstreamFailed) return { status: 502, message: error.message };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TIMEOUT|TIMEDOUT/.test(code)) {
    return { status: 504, message: 'The other server took too long.' };
  }
  return { status: 502, message: 'The other server could not be reached or did not speak HTTP.' };
}
