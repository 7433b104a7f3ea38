import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { about } from '../../apps/api/src/config/config-fields.ts';
import { Options } from '../../apps/api/src/config/config-options.ts';
import { EXAMPLES } from '../../scripts/option-examples.ts';
import {
  checkConfig,
  clientConfig,
  addressesByTrust,
  parseConfig,
} from '../../apps/api/src/config/config.ts';

const errorsOf = (environment: Record<string, string>): string[] => {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    return String(error)
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};

describe('the options', () => {
  test('have defaults that work without configuration', () => {
    expect(parseConfig({})).toMatchObject({
      PORT: 8080,
      HOST: '0.0.0.0',
      DATA_DIR: './data',
      HAS_ONBOARDING: 'false',
      ALLOW_AUTOPLAY: 'true',
      TMDB_URL: 'https://api.themoviedb.org/3',
      CORS_ORIGINS: [],
    });
  });

  test('are immutable', () => {
    expect(Object.isFrozen(parseConfig({}))).toBe(true);
  });

  test('that are empty count as unset', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 8080 });
    expect(parseConfig({ DATABASE_URL: ' ' }).DATABASE_URL).toBeUndefined();
  });

  test('for the client are also read under their old names, and the new ones win', () => {
    expect(parseConfig({ VITE_DMCA_EMAIL: 'a@films.test' }).DMCA_EMAIL).toBe('a@films.test');
    expect(parseConfig({ VITE_TMDB_READ_API_KEY: 'old' }).TMDB_READ_API_KEY).toBe('old');
    expect(parseConfig({ VITE_DMCA_EMAIL: 'a@b.test', DMCA_EMAIL: 'c@d.test' }).DMCA_EMAIL).toBe(
      'c@d.test',
    );
    expect(parseConfig({ VITE_PORT: '1' }).PORT).toBe(8080);
  });

  test('parse lists and pairs', () => {
    const config = parseConfig({
      OPERATOR_ALLOWED_HOSTS: '127.0.0.1:8096, NAS.lan:80,[::1]:99',
      CORS_ORIGINS: 'https://a.test/,http://b.test:8080',
      PEERTUBE_HOSTS: 'video.test=http://127.0.0.1:9000/',
      TRUSTED_PROXIES: '10.0.0.0/8 127.0.0.1',
      FRAME_ANCESTORS: "'self' https://tv.test",
    });
    expect(config).toMatchObject({
      OPERATOR_ALLOWED_HOSTS: ['127.0.0.1:8096', 'nas.lan:80', '[::1]:99'],
      CORS_ORIGINS: ['https://a.test', 'http://b.test:8080'],
      PEERTUBE_HOSTS: { 'video.test': 'http://127.0.0.1:9000' },
      TRUSTED_PROXIES: ['10.0.0.0/8', '127.0.0.1'],
      FRAME_ANCESTORS: ["'self'", 'https://tv.test'],
    });
    expect(addressesByTrust(config).public.map(({ host }) => host)).toContain('127.0.0.1:9000');
  });

  test('may read secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'matinee-config-'));
    const file = join(folder, 'secret');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    expect(parseConfig({ JWT_SECRET_FILE: file }).JWT_SECRET).toBe('s'.repeat(40));
    rmSync(folder, { recursive: true });
    expect(errorsOf({ JWT_SECRET_FILE: file })).toEqual([
      "JWT_SECRET_FILE is set to a file that can't be read.",
    ]);
  });
});

describe('errors', () => {
  test('are reported all at once, each with its name and the allowed values', () => {
    expect(
      errorsOf({ PORT: '99999', LOG_LEVEL: 'loud', TMDB_URL: 'ftp://x', HAS_ONBOARDING: 'yes' }),
    ).toEqual([
      'PORT must be a whole number from 0 to 65535. It is "99999".',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent. It is "loud".',
      'TMDB_URL must be an http or https URL. It is "ftp://x".',
      'HAS_ONBOARDING must be true or false. It is "yes".',
    ]);
  });

  test('of related options are reported with those of values', () => {
    const file = join(tmpdir(), 'matinee-no-such-file');
    expect(
      errorsOf({
        PORT: 'abc',
        JELLYFIN_URL: 'http://attic.test',
        OPENSUBTITLES_USER: 'somebody',
        CAPTCHA_PROVIDER: 'none',
        CAPTCHA_SECRET_FILE: file,
        TURNSTILE_ENABLED: 'true',
      }),
    ).toEqual([
      "CAPTCHA_SECRET_FILE is set to a file that can't be read.",
      'PORT must be a whole number from 0 to 65535. It is "abc".',
      'CAPTCHA_PROVIDER must be recaptcha (version 3) or turnstile. It is "none".',
      'CAPTCHA_CLIENT_KEY must also be set when CAPTCHA_PROVIDER is.',
      'OPENSUBTITLES_USER and OPENSUBTITLES_PASSWORD must be set together.',
      'TURNSTILE_SECRET must also be set when TURNSTILE_ENABLED is true.',
      'JELLYFIN_API_KEY must also be set when JELLYFIN_URL is.',
    ]);
  });

  test('exclude missing mounts where the configuration is only checked', () => {
    const environment = {
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_CLIENT_KEY: 'shown',
      CAPTCHA_SECRET_FILE: join(tmpdir(), 'matinee-no-such-file'),
      CRYPTO_SECRET_FILE: join(tmpdir(), 'matinee-no-such-file'),
    };
    expect(() => checkConfig(environment, [])).not.toThrow();
    expect(() => checkConfig({ ...environment, PORT: 'abc' }, [])).toThrow('PORT must be');
    expect(errorsOf(environment)).toHaveLength(2);
  });

  test('come after those found before', () => {
    expect(() => parseConfig({ PORT: 'abc' }, ['X is not an option.'])).toThrow(
      /X is not an option\.\n {2}PORT must be/,
    );
  });

  test.each([
    ['PORT', '80.5'],
    ['PORT', 'eighty'],
    ['HOST', 'a host'],
    ['PUBLIC_URL', 'https://films.test/path'],
    ['PUBLIC_URL', 'films.test'],
    ['DATABASE_URL', 'mysql://x'],
    ['CORS_ORIGINS', 'films.test'],
    ['OPERATOR_ALLOWED_HOSTS', 'nas.lan'],
    ['OPERATOR_ALLOWED_HOSTS', 'http://nas.lan:80'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['FRAME_ANCESTORS', 'self; script-src *'],
    ['PEERTUBE_HOSTS', 'video.test'],
    ['PEERTUBE_HOSTS', 'video.test=nonsense'],
    ['CRYPTO_SECRET', 'short'],
    ['REGISTRATION', 'sometimes'],
    ['ADMIN_PUBLIC_KEYS', 'me'],
  ])('%s cannot be %j', (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  });

  test('never contain a secret', () => {
    const errors = errorsOf({ CRYPTO_SECRET: 'hunter2', DATABASE_URL: 'x:hunter2' }).join();
    expect(errors).toContain('CRYPTO_SECRET');
    expect(errors).not.toContain('hunter2');
  });
});

test('the page gets the public options only', () => {
  const secret = 'never-to-be-seen-by-anybody-at-all';
  const values = clientConfig(
    parseConfig({
      TMDB_READ_API_KEY: secret,
      CRYPTO_SECRET: secret,
      TICKET_SECRET: secret,
      JWT_SECRET: secret,
      DATABASE_URL: `postgres://user:${secret}@db/x`,
      DMCA_EMAIL: 'law@films.test',
    }),
  );
  expect(JSON.stringify(values)).not.toContain(secret);
  expect(Object.keys(values).filter((name) => !name.startsWith('VITE_'))).toEqual([]);
  expect(values).toMatchObject({
    VITE_BACKEND_URL: '{origin}',
    VITE_CORS_PROXY_URL: '{origin}/proxy,|type=api|{origin}',
    VITE_DMCA_EMAIL: 'law@films.test',
    VITE_OPEN_CATALOGUE: 'false',
    VITE_OWN_LIBRARY: 'false',
  });
  expect(clientConfig(parseConfig({}))).toMatchObject({ VITE_OPEN_CATALOGUE: 'true' });
  expect(clientConfig(parseConfig({ MEDIA_FOLDERS: '/movies' }))).toMatchObject({
    VITE_OWN_LIBRARY: 'true',
  });
  expect(values).not.toHaveProperty('VITE_TMDB_URL');
  expect(values).not.toHaveProperty('VITE_SKIP_TIMES_HOST');
  const skipping = clientConfig(parseConfig({ SKIP_TIMES_URL: `https://times.test/${secret}` }));
  expect(skipping).toMatchObject({ VITE_SKIP_TIMES_HOST: 'times.test' });
  expect(JSON.stringify(skipping)).not.toContain(secret);
});

test.each([
  { MEDIA_FOLDERS: '/films' },
  { WEBDAV_URL: 'http://nas.test' },
  { JELLYFIN_URL: 'http://attic.test', JELLYFIN_API_KEY: 'hidden' },
  { EMBY_URL: 'http://attic.test', EMBY_API_KEY: 'hidden' },
  { MANIFEST: './films.json' },
])('with movies of the operator (%j) registration needs an invitation', (own) => {
  expect(parseConfig({}).REGISTRATION).toBe('open');
  expect(parseConfig({ STREMIO_ADDONS: 'https://addon.test' }).REGISTRATION).toBe('open');
  expect(parseConfig(own).REGISTRATION).toBe('invite');
  expect(parseConfig({ ...own, REGISTRATION: 'open' }).REGISTRATION).toBe('open');
  expect(parseConfig({ REGISTRATION: 'closed' }).REGISTRATION).toBe('closed');
});

test.each(['JELLYFIN', 'EMBY'])('%s needs both its address and its key', (name) => {
  const [url, key] = [`${name}_URL`, `${name}_API_KEY`];
  expect(errorsOf({ [url]: 'http://attic.test' })).toEqual([
    `${key} must also be set when ${url} is.`,
  ]);
  expect(errorsOf({ [key]: 'hidden' })).toEqual([`${url} must also be set when ${key} is.`]);
  expect(errorsOf({ [url]: 'http://attic.test', [key]: 'hidden' })).toEqual([]);
});

describe('the captcha', () => {
  const keys = { CAPTCHA_SECRET: 'hidden', CAPTCHA_CLIENT_KEY: 'shown' };

  test('needs both its keys', () => {
    expect(errorsOf({ CAPTCHA_PROVIDER: 'turnstile' })).toEqual([
      'CAPTCHA_SECRET must also be set when CAPTCHA_PROVIDER is.',
      'CAPTCHA_CLIENT_KEY must also be set when CAPTCHA_PROVIDER is.',
    ]);
    expect(errorsOf({ CAPTCHA_PROVIDER: 'turnstile', ...keys })).toEqual([]);
    expect(errorsOf(keys)).toEqual([]);
  });

  test('shows its public key', () => {
    const shown = clientConfig(parseConfig({ CAPTCHA_PROVIDER: 'recaptcha', ...keys }));
    expect(shown).toMatchObject({ VITE_CAPTCHA_CLIENT_KEY: 'shown' });
    expect(JSON.stringify(shown)).not.toContain('hidden');
  });

  test.each(['1.1', '-1', 'high'])('refuses a score of %s', (score) => {
    expect(errorsOf({ CAPTCHA_MIN_SCORE: score })).toHaveLength(1);
  });
});

describe('previous secrets', () => {
  test('are separated by white space and may contain commas', () => {
    const [first, second] = ['a,'.repeat(16), 'b'.repeat(32)];
    const read = (text: string) => parseConfig({ CRYPTO_SECRET_PREVIOUS: text });
    expect(read(`${first}\n${second}\n`).CRYPTO_SECRET_PREVIOUS).toEqual([first, second]);
    expect(parseConfig({}).CRYPTO_SECRET_PREVIOUS).toEqual([]);
  });

  test('must be long, and are not repeated in the message', () => {
    const [message = ''] = errorsOf({ CRYPTO_SECRET_PREVIOUS: `${'a'.repeat(32)} tooshort` });
    expect(message).toContain('CRYPTO_SECRET_PREVIOUS must be secrets of at least 32 characters');
    expect(message).not.toContain('tooshort');
  });
});

describe('.env.example', () => {
  const text = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
  const listed = [...text.matchAll(/^#?([A-Z\d_]+)=(.*)$/gm)];

  test('lists every option once, in order', () => {
    expect(listed.map(([, name]) => name)).toEqual(Options.keyof().options);
  });

  test.each(Options.keyof().options)('explains %s as the server does', (name) => {
    expect(text.replaceAll(/\n# /g, ' ')).toContain(about.get(Options.shape[name])?.help);
  });

  test('shows the real defaults, in lines that can be uncommented unchanged', () => {
    const uncommented = text.replaceAll(/^#(?=[A-Z\d_]+=)/gm, '');
    const shown = parseEnv(uncommented);
    expect(new Set(Object.keys(shown))).toEqual(new Set(listed.map(([, name]) => name)));
    expect(parseConfig(shown)).toEqual(parseConfig({}));
  });
});

test('the examples of docs/configure.md are valid together, and none is a default', () => {
  const text = Object.entries(EXAMPLES).map(([name, value]) => `${name}=${value}`);
  const examples = parseConfig(parseEnv(text.join('\n')));
  const defaults = parseConfig({});
  for (const name of Options.keyof().options) expect(examples[name]).not.toEqual(defaults[name]);
});
