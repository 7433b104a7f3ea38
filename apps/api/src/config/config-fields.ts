// Building blocks of options.
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Documentation of an option: the source of `.env.example` and error messages. */
export interface OptionInfo {
  readonly help: string;
  /** The valid values in words. Completes "NAME must be …". */
  readonly allowed: string;
  /** Included in the public `/config.js`. Also accepted with the prefix `VITE_`. */
  readonly isPublic?: true;
  /** Never included in a message. `NAME_FILE` may name a file with the value. */
  readonly isSecret?: true;
}

export const about = z.registry<OptionInfo>();

export function option<T extends z.ZodType>(schema: T, info: OptionInfo): T {
  about.add(schema, info);
  return schema;
}

export const ADDRESS = 'an http or https URL';
export const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
export const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => /^https?:\/\/[^/?#]+\/?$/.test(url))
  .transform((url) => new URL(url).origin);
export const flag = z.enum(['true', 'false']);
export const list = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''));
/** A comma-separated list whose entries may contain spaces. */
export const texts = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
/** A space-separated list whose entries may contain commas. */
export const words = z
  .string()
  .transform((text) => text.split(/\s+/).filter((word) => word !== ''));
export const proxies = list.pipe(
  z.array(z.string().refine((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry))),
);
export const hostName = z.string().regex(/^[\w.:-]+$/);
export const hostAndPortField = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/);
export const ports = list.pipe(z.array(z.coerce.number<string>().int().min(1).max(65_535)).min(1));
export const frameSource = z
  .string()
  .regex(/^(?:'self'|'none'|https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?)$/i);

export const hostBases = list.transform((entries, context) => {
  const bases: Record<string, string> = {};
  for (const entry of entries) {
    const [, host, base] = /^([a-z0-9.-]+)=(.+)$/i.exec(entry) ?? [];
    const parsed = address.safeParse(base);
    if (host !== undefined && parsed.success) bases[host.toLowerCase()] = parsed.data;
    else context.issues.push({ code: 'custom', input: entry, message: 'not host=address' });
  }
  return bases;
});

/** Parts of the server that can have separate log levels. */
export const LOG_AREAS = [
  'accounts',
  'catalog',
  'database',
  'jobs',
  'library',
  'proxy',
  'relay',
  'sources',
  'subtitles',
  'web',
] as const;
export type LogArea = (typeof LOG_AREAS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = z.enum(LOG_LEVELS);

export const levelsByArea = list.transform((entries, context) => {
  const levels: Record<string, z.infer<typeof logLevel>> = {};
  for (const entry of entries) {
    const [area = '', value] = entry.split('=');
    const { data: level } = logLevel.safeParse(value);
    if (level !== undefined && LOG_AREAS.some((known) => known === area)) levels[area] = level;
    else context.issues.push({ code: 'custom', input: entry, message: 'not area=level' });
  }
  return levels;
});

export const secondsById = list.transform((entries, context) => {
  const seconds: Record<string, number> = {};
  for (const entry of entries) {
    const [, id, value] = /^([a-z\d-]+)=([1-9]|[12]\d|30)$/.exec(entry) ?? [];
    if (id !== undefined) seconds[id] = Number(value);
    else context.issues.push({ code: 'custom', input: entry, message: 'not id=seconds' });
  }
  return seconds;
});

export const clientAddress = (help: string) =>
  option(address.optional(), { help, allowed: ADDRESS, isPublic: true });
export const clientText = (help: string, allowed: string) =>
  option(z.string().optional(), { help, allowed, isPublic: true });
export const clientFlag = (help: string, initial: 'true' | 'false') =>
  option(flag.default(initial), { help, allowed: 'true or false', isPublic: true });
export const base = (help: string, initial: string) =>
  option(address.default(initial), { help, allowed: ADDRESS });
export const secret = (help: string) =>
  option(z.string().min(32).optional(), {
    help: `${help} Unset: generated once in DATA_DIR. Several replicas need the same value.`,
    allowed: 'at least 32 characters',
    isSecret: true,
  });
