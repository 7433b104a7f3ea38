// A request in the page's name, to any host and with any headers; never with the viewer's own cookies.
import type { Page } from '#page-of.ts';
import { readBody } from './answer-body.ts';
import { refuseNeighbours } from './private-network.ts';
import { FormEntries, RequestBody } from './protocol.ts';
import type { RuleBook } from './rule-book.ts';
import { createTurns } from './turns.ts';

export interface RequestDeps {
  readonly rules: RuleBook;
  readonly fetch: (url: URL, request: RequestInit) => Promise<Response>;
}

interface Answered {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly finalUrl: string;
  readonly body: unknown;
  /** The bytes, where they are no text. */
  readonly bodyBase64?: string;
}

const LIMIT_MS = 30_000;

export function createRequests({ rules, fetch }: RequestDeps) {
  const inTurn = createTurns();
  return async (body: unknown, page: Page, signal: AbortSignal): Promise<Answered> => {
    const request = RequestBody.parse(body);
    const url = addressOf(request);
    refuseNeighbours(url.hostname, page);
    const { payload, type } = payloadOf(request);
    const { free, forbidden } = sorted({ ...type, ...request.headers });
    const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const ask = async () => {
      within.throwIfAborted();
      const answer = await fetch(url, {
        method: request.method.toUpperCase(),
        headers: free,
        ...(payload !== undefined && { body: payload }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: within,
      });
      // Where it was sent on to may be another's house.
      refuseNeighbours(URL.parse(answer.url)?.hostname ?? url.hostname, page);
      return answered(answer);
    };
    if (Object.keys(forbidden).length === 0) return ask();
    const condition = { requestDomains: [url.hostname] };
    // A rule holds for all requests to its host, so there is one at a time.
    return inTurn(url.hostname, () => rules.during({ condition, requestHeaders: forbidden }, ask));
  };
}

async function answered(answer: Response): Promise<Answered> {
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    finalUrl: answer.url,
    ...(await readBody(answer)),
  };
}

function addressOf({ url, baseUrl = '', query }: RequestBody): URL {
  const joined = baseUrl ? `${baseUrl.replace(/\/*$/, '')}/${url.replace(/^\/*/, '')}` : url;
  const address = URL.parse(joined);
  if (!address || !/^https?:$/.test(address.protocol)) throw new Error(`Invalid URL: ${joined}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

interface Payload {
  readonly payload?: BodyInit;
  readonly type?: Readonly<Record<string, string>>;
}

function payloadOf({ body, bodyType }: RequestBody): Payload {
  if (body === undefined || body === null) return {};
  switch (bodyType) {
    case 'FormData': {
      const form = new FormData();
      for (const [name, value] of FormEntries.parse(body)) form.append(name, value);
      return { payload: form };
    }
    case 'URLSearchParams':
      return { payload: new URLSearchParams(FormEntries.parse(body)) };
    case 'object':
      return { payload: JSON.stringify(body), type: { 'content-type': 'application/json' } };
    case 'string':
    case undefined:
      return { payload: typeof body === 'string' ? body : JSON.stringify(body) };
  }
}

/** Names that no script may send itself. */
const FORBIDDEN =
  /^(accept-(charset|encoding)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/;

function sorted(headers: Readonly<Record<string, string>>) {
  const named = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const isForbidden = ([name]: readonly [string, string]) => FORBIDDEN.test(name);
  return {
    free: Object.fromEntries(named.filter((header) => !isForbidden(header))),
    forbidden: Object.fromEntries(named.filter(isForbidden)),
  };
}
