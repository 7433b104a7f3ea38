import type { Random } from './random.ts';

const STRINGS = [
  '',
  ' ',
  '\n',
  '0',
  '-1',
  'null',
  '@me',
  '../../etc/passwd',
  "'; DROP TABLE users; --",
  '${jndi:ldap://x}',
  '%00',
  '%',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '😀'.repeat(50),
  'ﷺ'.repeat(300),
  '\u202e\u200b\ufeff',
  'x'.repeat(256),
  'x'.repeat(5_000),
  '2026-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '123e4567-e89b-42d3-a456-426614174000',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
] as const;

const NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1e-7,
  255,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_991,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
] as const;

/** Any JSON value, with a preference for values that break things. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 5 : 8);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick(NUMBERS);
  if (kind <= 4) return random.pick(STRINGS);
  if (kind === 5) return nested(random.pick([1, 10, 2_000]), random.chance(0.5));
  const items = Array.from({ length: random.below(4) }, () => hostileValue(random, depth + 1));
  if (kind === 6) return items;
  return Object.fromEntries(items.map((item) => [random.pick(STRINGS), item]));
}

function nested(levels: number, isArray: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = isArray ? [value] : { a: value };
  return value;
}

interface JsonSchema {
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** A value that the schema accepts, mostly, so that it has only one error. */
export function plausibleValue(schema: JsonSchema, random: Random): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return plausibleValue(random.pick(choices), random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [
          name,
          plausibleValue(inner, random),
        ]),
      );
    case 'array':
      return Array.from({ length: random.below(4) }, () =>
        plausibleValue(schema.items ?? {}, random),
      );
    case 'number':
    case 'integer':
      return random.below(10_000);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return schema.format === 'date-time' ? '2025-05-05T05:05:05.000Z' : `s${random.below(50)}`;
  }
}

/** Returns the value with one member, at any depth, replaced, removed or doubled. */
export function mutate(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const place = random.below(value.length);
    return random.chance(0.2)
      ? [...value, ...value]
      : value.map((item, at) => (at === place ? mutate(item, random) : item));
  }
  if (typeof value === 'object' && value !== null && random.chance(0.8)) {
    const names = Object.keys(value);
    if (names.length > 0) {
      const name = random.pick(names);
      const { [name]: inner, ...rest } = value as Record<string, unknown>;
      return random.chance(0.2) ? rest : { ...rest, [name]: mutate(inner, random) };
    }
  }
  return hostileValue(random);
}
