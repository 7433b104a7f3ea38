// Sends a page's request to any host with any headers, but never with the user's cookies.
import type { Page } from '#sender.ts';
import { createFollow, type Followed, type FollowDeps } from './follow-redirects.ts';
import { denyPrivateHost } from './private-network.ts';
import { FormEntries, RequestBody } from './protocol.ts';
import type { HeaderRules } from './header-rules.ts';
import { createSerialQueue } from './serial-queue.ts';

export interface RequestDeps extends FollowDeps {
  readonly rules: HeaderRules;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface PageResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly finalUrl: string;
  readonly body: unknown;
  /** Set for binary bodies. */
  readonly bodyBase64?: string;
}

const LIMIT_MS = 30_000;

export function createRequests(deps: RequestDeps) {
  const { rules, now } = deps;
  const follow = createFollow(deps);
  const enqueue = createSerialQueue();
  return async (body: unknown, page: Page, signal: AbortSignal): Promise<PageResponse> => {
    const request = RequestBody.parse(body);
    const url = addressOf(request);
    denyPrivateHost(url.hostname, page);
    const { payload, type } = payloadOf(request);
    const { free, forbidden } = sorted({ ...type, ...request.headers });
    const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const method = request.method.toUpperCase();
    const first = { url, method, headers: free, payload };
    const send = async () => {
      within.throwIfAborted();
      return toPageResponse(await follow(first, page, within), now());
    };
    if (Object.keys(forbidden).length === 0) return send();
    const condition = { requestDomains: [url.hostname] };
    // A rule applies to all requests to its host, so they run one at a time.
    return enqueue(url.hostname, () =>
      rules.during({ condition, requestHeaders: forbidden }, send),
    );
  };
}

async function toPageResponse(
  { response, url, cookies }: Followed,
  now: number,
): Promise<PageResponse> {
  return {
    statusCode: response.status,
    // The published extension always sends it, and scripts depend on this spelling.
    headers: { ...Object.fromEntries(response.headers), 'Set-Cookie': cookieText(cookies, now) },
    finalUrl: url.href,
    ...(await readResponseBody(response)),
  };
}

/** `a=1, b=2`: the cookies that remain after all `Set-Cookie` values, without attributes. */
function cookieText(cookies: readonly string[], now: number): string {
  const jar = new Map<string, string>();
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = cookie.split(';');
    const name = pair.split('=', 1)[0]?.trim() ?? '';
    if (name === '' || !pair.includes('=')) continue;
    if (isExpired(attributes, now)) jar.delete(name);
    else jar.set(name, pair.trim());
  }
  return [...jar.values()].join(', ');
}

/** `Max-Age` overrides `Expires` (RFC 6265, 5.3). */
function isExpired(attributes: readonly string[], now: number): boolean {
  const values = new Map(
    attributes.map((attribute) => {
      const [name = '', ...value] = attribute.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()] as const;
    }),
  );
  const age = values.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  return Date.parse(values.get('expires') ?? '') <= now;
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

/** Forbidden request header names. */
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

const LARGEST_BYTES = 32 * 1024 * 1024;

interface Body {
  /** Parsed JSON, or text. */
  readonly body: unknown;
  readonly bodyBase64?: string;
}

export async function readResponseBody(response: Response): Promise<Body> {
  const bytes = await bytesOf(response);
  const text = new TextDecoder().decode(bytes);
  if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) return { body: parsed(text) };
  return isText(bytes) ? { body: text } : { body: text, bodyBase64: base64(bytes) };
}

async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    if (size > LARGEST_BYTES) {
      await reader?.cancel();
      throw new Error(`The response has more than ${LARGEST_BYTES} bytes.`);
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const CHUNK = 0x2000;

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(binary);
}
