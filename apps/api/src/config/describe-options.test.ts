import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { describeOptions, optionOrigins, plainValue } from './describe-options.ts';

const KEY = 'a-key-of-the-media-server';

function describeAll(environment: Readonly<Record<string, string>>) {
  const options = describeOptions(parseConfig(environment), optionOrigins(environment));
  return (name: string) => options.find((option) => option.name === name);
}

describe('an option is described', () => {
  test('with its value, its default and that it was set', () => {
    const option = describeAll({ PORT: '3000', CORS_ORIGINS: 'https://a.test,https://b.test' });
    expect(option('PORT')).toEqual({
      name: 'PORT',
      isSecret: false,
      isSet: true,
      value: '3000',
      default: '8080',
      from: 'environment',
    });
    expect(option('CORS_ORIGINS')).toMatchObject({ value: 'https://a.test, https://b.test' });
    expect(option('HOST')).toMatchObject({ isSet: false, value: '0.0.0.0', from: 'default' });
    expect(option('PUBLIC_URL')).toMatchObject({ isSet: false, value: null, default: null });
  });

  test('without the value of a secret, or a password in a URL', () => {
    const environment = {
      JELLYFIN_URL: 'http://nas.lan:8096',
      JELLYFIN_API_KEY: KEY,
      WEBDAV_URL: `https://me:${KEY}@cloud.example.org/films`,
      MANIFEST: `https://example.org/list.json?token=${KEY}`,
      DATABASE_URL: `postgresql://matinee:${KEY}@db/matinee`,
    };
    const option = describeAll(environment);
    expect(option('JELLYFIN_API_KEY')).toMatchObject({ isSecret: true, isSet: true, value: null });
    expect(option('WEBDAV_URL')?.value).toBe('https://…@cloud.example.org/films');
    expect(option('MANIFEST')?.value).toBe('https://example.org/list.json?…');
    const all = describeOptions(parseConfig(environment), optionOrigins(environment));
    expect(JSON.stringify(all)).not.toContain(KEY);
  });
});

test('the origin is the environment, .env, or the file of a secret', () => {
  const file = { PORT: '3000', HOST: '127.0.0.1', META_NAME: '' };
  const environment = {
    ...file,
    PORT: '4000',
    TMDB_READ_API_KEY_FILE: '/run/secrets/tmdb',
    VITE_TRAILERS: 'false',
  };
  expect(optionOrigins(environment, file)).toEqual({
    PORT: 'environment',
    HOST: 'envFile',
    TMDB_READ_API_KEY: 'secretFile',
    TRAILERS: 'environment',
  });
});

test('only switches and numbers are plain', () => {
  const option = describeAll({
    SUBTITLES: 'off',
    PORT: '3000',
    META_NAME: 'off',
    MEDIA_FOLDERS: '/srv/films',
    REGISTRATION: 'invite',
  });
  const plain = (name: string) => {
    const found = option(name);
    return found && plainValue(found);
  };
  expect(plain('SUBTITLES')).toBe('off');
  expect(plain('PORT')).toBe('3000');
  expect(plain('REGISTRATION')).toBe('invite');
  expect(plain('META_NAME')).toBeNull();
  expect(plain('MEDIA_FOLDERS')).toBeNull();
});
