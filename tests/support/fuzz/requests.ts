import type { Endpoint } from '@matinee/shared/contract/endpoint';
import { z } from 'zod';
import type { Random } from './random.ts';
import { hostileValue, mutate, plausibleValue } from './values.ts';

/** An endpoint, or a route with its own protocol. */
export type Target = Pick<Endpoint, 'method' | 'path' | 'body'>;

export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'nonsense',
  '',
] as const;

const SEGMENTS = [
  'x'.repeat(150),
  'x'.repeat(3_000),
  '%00',
  '%',
  '%ff%fe',
  '%2e%2e%2f',
  'import',
  '@me',
  '1%2F2',
  '%F0%9F%98%80',
  "'%22%3B--",
] as const;

/** One request as bytes: mostly valid, with one error. */
export function fuzzedRequest(target: Target, caller: Caller, random: Random): string {
  const path = target.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    random.chance(0.2) ? random.pick(SEGMENTS) : parameter(name, caller),
  );
  const body = fuzzedBody(target, random);
  const headers = [
    'Host: localhost',
    'Connection: close',
    ...authorization(caller, random),
    ...(body === undefined ? [] : framing(body, random)),
    ...(random.chance(0.05) ? [`X-Noise: ${'n'.repeat(random.pick([1, 1_000, 20_000]))}`] : []),
    ...(random.chance(0.05) ? ['Accept: \u00ff\u00fe', 'Cookie: ;;==;'] : []),
  ];
  const query = random.chance(0.1) ? `?${random.pick(SEGMENTS)}=1&a[b]=c&a=1&a=2` : '';
  const method = random.chance(0.03) ? random.pick(['HEAD', 'OPTIONS', 'TRACE']) : target.method;
  return `${method} ${path}${query} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

function parameter(name: string, { userId, sessionId }: Caller): string {
  if (name === 'userId') return userId;
  return name === 'sessionId' ? sessionId : '603';
}

function authorization({ token }: Caller, random: Random): readonly string[] {
  if (random.chance(0.85)) return [`Authorization: Bearer ${token}`];
  return random.pick([
    [],
    ['Authorization: Bearer'],
    [`Authorization: Bearer ${token.slice(0, -3)}`],
    [`Authorization: bearer ${'x'.repeat(4_000)}`],
    [`Authorization: Bearer ${token}`, 'Authorization: Basic eDp5'],
  ]);
}

function fuzzedBody({ method, body }: Target, random: Random): string | undefined {
  if (method === 'GET' || random.chance(0.05)) return undefined;
  const schema = body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {};
  const value = body ? plausibleValue(schema as object, random) : hostileValue(random);
  if (random.chance(0.15)) return inUtf8(JSON.stringify(value));
  const text = JSON.stringify(mutate(value, random)) ?? '';
  return inUtf8(random.chance(0.25) ? damaged(text, random) : text);
}

function damaged(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return random.pick([
    text.slice(0, at),
    `${text.slice(0, at)}\u0000${text.slice(at)}`,
    `${text}${text}`,
    text.replace('{', '{"__proto__":{"a":1},'),
    text.replace(/("\w+"):/, '$1:1,$1:'),
    '['.repeat(50_000),
    `${text.slice(0, at)}\u00c3\u0028${text.slice(at)}`,
  ]);
}

/** Bytes as characters, the way they are written to the socket; a lone surrogate becomes invalid UTF-8. */
const inUtf8 = (text: string): string => Buffer.from(text).toString('latin1');

function framing(body: string, random: Random): readonly string[] {
  const type = random.chance(0.9) ? CONTENT_TYPES[0] : random.pick(CONTENT_TYPES);
  const length = random.chance(0.95)
    ? body.length
    : random.pick([0, body.length + 10, 'x', -1, 99_999_999_999]);
  return [...(type === '' ? [] : [`Content-Type: ${type}`]), `Content-Length: ${length}`];
}
