// No spelling of an address, chain of redirects or set of DNS responses reaches a private address.
import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { createDestination, DestinationError, type Resolve } from './destination.ts';
import { MAX_REDIRECTS } from './redirects.ts';

const SEED = 20_261_121;
const CASES = 4_000;

/** mulberry32 */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = createRandom(SEED);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];

type Octets = readonly [number, number, number, number];
const byte = (): number => below(256);

/** Written from RFC 6890 and its successors, not from the library that is under test. */
const PRIVATE_V4: readonly [() => Octets, ...(() => Octets)[]] = [
  () => [0, byte(), byte(), byte()],
  () => [10, byte(), byte(), byte()],
  () => [100, 64 + below(64), byte(), byte()],
  () => [127, byte(), byte(), byte()],
  () => [169, 254, byte(), byte()],
  () => [172, 16 + below(16), byte(), byte()],
  () => [192, 0, 0, byte()],
  () => [192, 0, 2, byte()],
  () => [192, 168, byte(), byte()],
  () => [198, 18 + below(2), byte(), byte()],
  () => [198, 51, 100, byte()],
  () => [203, 0, 113, byte()],
  () => [224 + below(32), byte(), byte(), byte()],
];

const numberOf = ([a, b, c, d]: Octets): number => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (value: number): string => value.toString(16);
const octal = (value: number): string => `0${value.toString(8)}`;
const wide = (text: string): string =>
  text.replaceAll(/[0-9a-fx]/g, (sign) =>
    String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
  );
const encoded = (text: string): string =>
  text.replaceAll(/./g, (sign) => `%${hex(sign.charCodeAt(0))}`);
const pair = (high: number, low: number): string => hex(high * 256 + low);

/** Spellings of one IPv4 address in a URL. */
const SPELLINGS: readonly [(octets: Octets) => string, ...((octets: Octets) => string)[]] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (octets) => String(numberOf(octets)),
  (octets) => `0x${hex(numberOf(octets))}`,
  (octets) => octal(numberOf(octets)),
  (octets) => octets.map((octet) => `0X${hex(octet)}`).join('.'),
  (octets) => octets.map((octet) => `0x0000${hex(octet)}`).join('.'),
  (octets) => octets.map(octal).join('.'),
  (octets) =>
    octets.map((octet) => pick([String, octal, (it: number) => `0x${hex(it)}`])(octet)).join('.'),
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `0x${hex(a)}.${octal(b)}.${c * 256 + d}`,
  (octets) => octets.join('。'),
  (octets) => octets.join('．'),
  (octets) => wide(octets.join('.')),
  (octets) => encoded(octets.join('.')),
  (octets) => encoded(String(numberOf(octets))),
  (octets) => `[::ffff:${octets.join('.')}]`,
  (octets) => `[0:0:0:0:0:FFFF:${octets.join('.')}]`,
  ([a, b, c, d]) => `[::ffff:${pair(a, b)}:${pair(c, d)}]`,
  ([a, b, c, d]) => `[::${pair(a, b)}:${pair(c, d)}]`,
  (octets) => `[64:ff9b::${octets.join('.')}]`,
  ([a, b, c, d]) => `[64:ff9b:1::${pair(a, b)}:${pair(c, d)}]`,
  ([a, b, c, d]) => `[2002:${pair(a, b)}:${pair(c, d)}::1]`,
  ([a, b, c, d]) =>
    `[2001:0:4136:e378:8000:63bf:${pair(255 - a, 255 - b)}:${pair(255 - c, 255 - d)}]`,
  () => `[f${pick(['c', 'd'])}${hex(byte()).padStart(2, '0')}::${hex(byte())}]`,
  () => `[fe${pick(['8', '9', 'a', 'b', 'c', 'f'])}0::${hex(byte())}]`,
  () => `[ff0${hex(below(16))}::${hex(byte())}]`,
  () => `[2001:db8::${hex(byte())}]`,
  () => pick(['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[100::1]', '[3fff::1]', '[5f00::1]']),
];

function privateUrl(): string {
  const host = pick(SPELLINGS)(pick(PRIVATE_V4)());
  const scheme = pick([
    'http://',
    'https://',
    'HTTP://',
    'http:/',
    'http:',
    'http:\\\\',
    ' http://',
    'ht\ntp://',
  ]);
  const port = pick(['', ':80', ':443', ':8080', ':08096', ':']);
  const rest = pick(['', '/', '/a?b=c', '\\a', '?http://1.1.1.1', '#@1.1.1.1', '/@1.1.1.1/']);
  return `${scheme}${host}${port}${rest}`;
}

const { check } = createDestination({ exempt: [] });

/** The fetched address, or undefined when it is refused. */
function reached(url: string, from?: string): string | undefined {
  try {
    return check(url, from).href;
  } catch (error) {
    if (error instanceof DestinationError) return undefined;
    throw error;
  }
}

test(`${CASES} private addresses in every spelling are refused, and none is taken for a name`, () => {
  for (let round = 0; round < CASES; round += 1) {
    const url = privateUrl();
    expect([url, reached(url)]).toEqual([url, undefined]);
  }
});

test('the same spellings of public addresses are fetched, so only the address counts', () => {
  for (let round = 0; round < CASES; round += 1) {
    const octets: Octets = [pick([1, 8, 93, 142]), byte(), byte(), byte()];
    const spelling = SPELLINGS[below(17)] ?? SPELLINGS[0];
    const url = `http://${spelling(octets)}/`;
    expect([url, reached(url)]).toEqual([url, `http://${octets.join('.')}/`]);
  }
});

test(`${CASES} chains of redirects end before a private address`, () => {
  for (let round = 0; round < CASES; round += 1) {
    let at = check('https://films.test/a/b');
    const steps = below(MAX_REDIRECTS);
    for (let step = 0; step < steps; step += 1) {
      at = check(pick(['/x', '../y', '?q', '//other.test/', 'https://third.test/z']), at.href);
    }
    const url = privateUrl();
    const last = pick([url, url.replace(/^\s*h\s*t\s*t\s*p\s*s?:[/\\]*/i, '//')]);
    expect([at.href, last, reached(last, at.href)]).toEqual([at.href, last, undefined]);
  }
});

/** A mixture of public and private addresses, with at least one private. */
function responses(): { address: string; family: number }[] {
  const bad = pick(PRIVATE_V4)().join('.');
  const mapped = `::ffff:${bad}`;
  const list = [pick([bad, mapped, '::1', 'fd00::1', 'fe80::1%lo'])];
  for (let more = below(4); more > 0; more -= 1)
    list.push(pick(['93.184.215.14', '2606:4700::1111']));
  return list.toSorted(() => random() - 0.5).map((address) => ({ address, family: isIP(address) }));
}

test(`${CASES} DNS responses with one private address give the socket nothing to connect to`, async () => {
  const resolve: Resolve = (_name, _options, done) => done(null, responses());
  const { lookup } = createDestination({ exempt: [], resolve });
  for (let round = 0; round < CASES; round += 1) {
    const all = random() < 0.5;
    const given = await new Promise((done) => {
      lookup('films.test', { all }, (error, address) =>
        done([error instanceof DestinationError, address]),
      );
    });
    expect(given).toEqual([true, []]);
  }
});

test('this machine’s own addresses are refused, even public ones', async () => {
  const address = '93.184.215.14';
  const resolve: Resolve = (_name, _options, done) => done(null, [{ address, family: 4 }]);
  const own = createDestination({
    exempt: [],
    resolve,
    localAddresses: () => [address],
  });
  expect(() => own.check(`http://${address}/`)).toThrow(DestinationError);
  const error = await new Promise((done) => own.lookup('films.test', { all: true }, done));
  expect(error).toBeInstanceOf(DestinationError);
});
