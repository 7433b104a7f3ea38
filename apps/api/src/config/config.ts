import { readFileSync } from 'node:fs';
import type { RegistrationMode } from '@matinee/shared/contract/meta';
import type { SourceTrust } from '@matinee/sources/source';
import type { z } from 'zod';
import { composeErrors, readEnvFile, type Environment } from './config-env-file.ts';
import { about } from './config-fields.ts';
import { misspeltOptions } from './config-names.ts';
import { Options } from './config-options.ts';

type Parsed = z.output<typeof Options>;

export interface Config extends Readonly<Omit<Parsed, 'REGISTRATION'>> {
  readonly REGISTRATION: RegistrationMode;
}

/** All configuration errors, one line for each option. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

interface ReadEnvironment {
  readonly environment: Environment;
  /** The values of `.env`, unless Docker Compose has read it. */
  readonly file: Environment;
  /** Errors that don't depend on option values. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Reads the process's environment and `.env` in the current folder. `composeFile`: a file that Docker Compose has
 * already read, which is only checked.
 */
export function readEnvironment(composeFile?: string): ReadEnvironment {
  const file = readEnvFile(composeFile ?? '.env');
  const { env } = process;
  const { errors, warnings } = misspeltOptions(file, env);
  if (composeFile === undefined) {
    for (const name of Object.keys(file).filter((one) => one.startsWith('OTEL_'))) {
      // OpenTelemetry's packages themselves read the variables that aren't options.
      env[name] ??= file[name];
    }
    return { environment: { ...file, ...env }, file, errors, warnings };
  }
  return { environment: env, file: {}, errors: [...errors, ...composeErrors(file, env)], warnings };
}

/**
 * Validates all options. Throws one `ConfigError` with all errors, `otherErrors` first. No other code reads the
 * environment.
 */
export function parseConfig(environment: Environment, otherErrors: readonly string[] = []): Config {
  const { config, unread, errors } = validate(environment);
  throwIfAny([...otherErrors, ...unread, ...errors]);
  if (config === undefined) throw new ConfigError('Invalid configuration.');
  return Object.freeze({ ...config, REGISTRATION: registrationOf(config) });
}

/** Throws the errors of `parseConfig`, but accepts `NAME_FILE` files that aren't mounted here. */
export function checkConfig(environment: Environment, otherErrors: readonly string[]): void {
  throwIfAny([...otherErrors, ...validate(environment).errors]);
}

function throwIfAny(errors: readonly string[]): void {
  if (errors.length === 0) return;
  throw new ConfigError(['Invalid configuration:', ...errors].join('\n  '));
}

/** The value of a secret if its file can't be read. */
const UNREAD = ' ';

function validate(environment: Environment) {
  const values: Partial<Record<OptionName, string>> = {};
  const unread: string[] = [];
  for (const name of optionNames()) {
    try {
      const value = read(name, environment);
      if (value !== undefined) values[name] = value;
    } catch {
      unread.push(`${name}_FILE is set to a file that can't be read.`);
      values[name] = UNREAD;
    }
  }
  const { data: config, error } = Options.safeParse(values);
  const invalid = new Set(error?.issues.map(({ path }) => String(path[0])));
  const errors = optionNames()
    .filter((name) => invalid.has(name) && values[name] !== UNREAD)
    .map((name) => describeError(name, values[name] ?? ''));
  return { config, unread, errors: [...errors, ...missingPartners(values)] };
}

/**
 * Defaults to `invite` if an own source is configured, to let the operator choose the viewers.
 */
function registrationOf(options: Parsed): RegistrationMode {
  const { MEDIA_FOLDERS: folders, WEBDAV_URL, JELLYFIN_URL, EMBY_URL, MANIFEST } = options;
  const operatorSources = [WEBDAV_URL, JELLYFIN_URL, EMBY_URL, MANIFEST, ...folders];
  return (
    options.REGISTRATION ?? (operatorSources.some((one) => one !== undefined) ? 'invite' : 'open')
  );
}

export type OptionName = keyof typeof Options.shape;

export const optionNames = (): readonly OptionName[] => Options.keyof().options;

export const infoOf = (name: OptionName) => about.get(Options.shape[name]);

/** Returns the variable that sets an option. An empty value counts as unset, so a compose file can pass all options. */
export function variableOf(name: OptionName, environment: Environment): string | undefined {
  const info = infoOf(name);
  const candidates = [
    name,
    ...(info?.isPublic ? [`VITE_${name}`] : []),
    // movie-web clients use this name for a public value. Here it is secret.
    ...(name === 'TMDB_READ_API_KEY' ? ['VITE_TMDB_READ_API_KEY'] : []),
    ...(info?.isSecret ? [`${name}_FILE`] : []),
  ];
  return candidates.find((candidate) => environment[candidate]?.trim());
}

function read(name: OptionName, environment: Environment): string | undefined {
  const variable = variableOf(name, environment);
  if (variable === undefined) return undefined;
  const value = environment[variable] ?? '';
  const isFile = variable === `${name}_FILE`;
  return (isFile ? readFileSync(value, 'utf8') : value).trim() || undefined;
}

function describeError(name: OptionName, value: string): string {
  const info = infoOf(name);
  const shown = info?.isSecret ? '' : ` It is ${JSON.stringify(value.slice(0, 100))}.`;
  return `${name} must be ${info?.allowed ?? 'something else'}.${shown}`;
}

/** Returns errors for missing options that others need. Checks invalid options, too, to show all errors at once. */
function missingPartners(values: Partial<Record<OptionName, string>>): string[] {
  const errors: string[] = [];
  const need = (name: OptionName, isNeeded: boolean, when: string): void => {
    if (isNeeded && values[name] === undefined)
      errors.push(`${name} must also be set when ${when}.`);
  };
  const isSet = (name: OptionName): boolean => values[name] !== undefined;
  need('CAPTCHA_SECRET', isSet('CAPTCHA_PROVIDER'), 'CAPTCHA_PROVIDER is');
  need('CAPTCHA_CLIENT_KEY', isSet('CAPTCHA_PROVIDER'), 'CAPTCHA_PROVIDER is');
  if (isSet('OPENSUBTITLES_USER') !== isSet('OPENSUBTITLES_PASSWORD')) {
    errors.push('OPENSUBTITLES_USER and OPENSUBTITLES_PASSWORD must be set together.');
  }
  need('TURNSTILE_SECRET', values.TURNSTILE_ENABLED === 'true', 'TURNSTILE_ENABLED is true');
  const S3 = [
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_BUCKET',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ] as const;
  const [first] = S3.filter(isSet);
  for (const name of S3) need(name, first !== undefined, `${first} is`);
  for (const name of ['JELLYFIN', 'EMBY'] as const) {
    const [url, key] = [`${name}_URL`, `${name}_API_KEY`] as const;
    need(url, isSet(key), `${key} is`);
    need(key, isSet(url), `${url} is`);
  }
  return errors;
}

/**
 * Returns the public configuration under the names that movie-web clients read. The server replaces `{origin}` later.
 */
export function clientConfig(config: Config): Readonly<Record<string, string>> {
  const values: Record<string, string> = {
    VITE_BACKEND_URL: '{origin}',
    VITE_CORS_PROXY_URL: `${isProxyHere(config) ? '{origin}/proxy,' : ''}|type=api|{origin}`,
    VITE_OPEN_CATALOGUE: String(!config.TMDB_READ_API_KEY),
    VITE_OWN_LIBRARY: String(config.MEDIA_FOLDERS.length > 0 || config.WEBDAV_URL !== undefined),
    // The rest of the URL may contain a key.
    ...(config.SKIP_TIMES_URL && { VITE_SKIP_TIMES_HOST: new URL(config.SKIP_TIMES_URL).host }),
  };
  for (const name of optionNames()) {
    const value = config[name];
    const text = infoOf(name)?.isPublic ? textOf(value) : undefined;
    if (text !== undefined) values[`VITE_${name}`] = text;
  }
  return values;
}

/** Formats a value like the operator writes it. */
function textOf(value: Config[OptionName]): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return undefined;
  return Object.entries(value)
    .map(([name, one]) => `${name}=${one}`)
    .join(',');
}

/** Returns the captchas that pages load scripts of: for relay and proxy, and for registration. */
export function captchasOf(config: Config): readonly ('recaptcha' | 'turnstile')[] {
  const { CAPTCHA_PROVIDER: provider, TURNSTILE_KEY: key } = config;
  const wanted = [provider, key === undefined ? undefined : 'turnstile'] as const;
  return [...new Set(wanted.filter((name) => name !== undefined))];
}

/** Returns the collector's URL for traces. Undefined if they are off. */
export function tracesUrl(config: Config): string | undefined {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT: all } = config;
  if (OTEL_SDK_DISABLED === 'true' || OTEL_TRACES_EXPORTER === 'none') return undefined;
  const common = all === undefined ? undefined : `${all}/v1/traces`;
  return config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? common;
}

/** Returns whether the proxy shares the app's host and port. */
function isProxyHere({ PROXY, PROXY_HOST, PROXY_PORT }: Config): boolean {
  return PROXY === 'on' && PROXY_HOST === undefined && PROXY_PORT === undefined;
}

/** Returns the origins of pages that use this server: PUBLIC_URL and CORS_ORIGINS. */
export function knownOrigins({
  PUBLIC_URL: operatorSources,
  CORS_ORIGINS,
}: Config): readonly string[] {
  const others = CORS_ORIGINS.filter((origin) => origin !== '*');
  return operatorSources === undefined ? others : [operatorSources, ...others];
}

/**
 * Returns the public names of this server. Undefined allows all. Names are restricted once the operator has set one, or
 * if only this machine can connect, because unknown names are then DNS rebinding.
 */
export function knownHosts(config: Config): ReadonlySet<string> | undefined {
  const { ALLOWED_HOSTS, BACKEND_URL, CORS_PROXY_URL, HOST, PROXY_HOST, PUBLIC_URL } = config;
  if (ALLOWED_HOSTS.includes('*')) return undefined;
  const isLocal = HOST === 'localhost' || HOST === '::1' || HOST.startsWith('127.');
  if (PUBLIC_URL === undefined && ALLOWED_HOSTS.length === 0 && !isLocal) return undefined;
  const entries = (CORS_PROXY_URL ?? '').split(',').map((entry) => entry.replace(/^\|.*\|/, ''));
  const urls = [PUBLIC_URL, BACKEND_URL, ...entries.map((entry) => entry.trim())];
  const hosts = urls.map((url) => url && URL.parse(url)?.hostname);
  return new Set(
    [...hosts, HOST, PROXY_HOST, ...ALLOWED_HOSTS].filter((host) => host !== undefined),
  );
}

const BASES = [
  'TMDB_URL',
  'TMDB_FALLBACK_URL',
  'TMDB_IMAGE_URL',
  'INTERNET_ARCHIVE_URL',
  'PEERTUBE_SEARCH_URL',
  'OPENSUBTITLES_URL',
  'OPENSUBTITLES_ADDON_URL',
  'OPENSUBTITLES_LEGACY_URL',
  'SUBDL_URL',
  'SUBDL_FILES_URL',
  'WYZIE_URL',
  'PROXY_ECHO_URL',
  'RECAPTCHA_URL',
  'TURNSTILE_URL',
] as const;

/**
 * Returns configured URLs, which may be private, by the server's trust level. A fetcher of third-party URLs must not
 * reach the `own` ones.
 */
export function addressesByTrust(config: Config): Readonly<Record<SourceTrust, readonly URL[]>> {
  const { MANIFEST, WEBDAV_URL, JELLYFIN_URL, EMBY_URL } = config;
  const { RELEASES_URL, SKIP_TIMES_URL } = config;
  const services = [
    ...BASES.map((name) => config[name]),
    ...Object.values(config.PEERTUBE_HOSTS),
    ...config.PEERTUBE_INSTANCES,
  ];
  return {
    public: services.map((base) => new URL(base)),
    named: config.STREMIO_ADDONS.map((base) => new URL(base)),
    own: [MANIFEST, WEBDAV_URL, JELLYFIN_URL, EMBY_URL, RELEASES_URL, SKIP_TIMES_URL].flatMap(
      (base) => (base !== undefined && /^https?:/i.test(base) ? [new URL(base)] : []),
    ),
  };
}

/** Returns the configured URLs that pages may also reach through the proxy. */
export function publicAddresses(config: Config): readonly URL[] {
  const { INTERNET_ARCHIVE_URL, PEERTUBE_HOSTS, PROXY_ECHO_URL, TMDB_IMAGE_URL } = config;
  const open = [INTERNET_ARCHIVE_URL, PROXY_ECHO_URL, TMDB_IMAGE_URL];
  return [...open, ...Object.values(PEERTUBE_HOSTS)].map((base) => new URL(base));
}
