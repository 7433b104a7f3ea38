import { expect, test } from 'vitest';
import { misspeltOptions } from './config-names.ts';

test.each([
  ['TMDB_READ_API_KY', 'TMDB_READ_API_KEY'],
  ['MEDIA_FOLDER', 'MEDIA_FOLDERS'],
  ['PUBILC_URL', 'PUBLIC_URL'],
  ['WEBDAV_PASWORD_FILE', 'WEBDAV_PASSWORD_FILE'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
])('%s in .env stops the start and names %s', (name, nearest) => {
  const { errors, warnings } = misspeltOptions({ [name]: 'x' }, { [name]: 'x' });
  expect(errors).toEqual([`${name} in .env is not an option. Did you mean ${nearest}?`]);
  expect(warnings).toEqual([]);
});

test('a name in .env that is like no option is a warning', () => {
  const { errors, warnings } = misspeltOptions({ FAVOURITE_COLOR: 'red' }, {});
  expect(errors).toEqual([]);
  expect(warnings).toEqual(['FAVOURITE_COLOR in .env is not an option.']);
});

test('in the environment, where other programs have names too, only a near one is a warning', () => {
  const environment = { HOME: '/root', NODE_VERSION: '24', MEDIA_FOLDER: '/films', HOSTNAME: 'x' };
  expect(misspeltOptions({}, environment)).toEqual({
    errors: [],
    warnings: ['MEDIA_FOLDER is not an option. Did you mean MEDIA_FOLDERS?'],
  });
});

test('options, their files, and what other programs read from .env are well spelt', () => {
  const file = {
    PORT: '1',
    TMDB_READ_API_KEY_FILE: '/x',
    VITE_TMDB_READ_API_KEY: 'x',
    COMPOSE_PROJECT_NAME: 'x',
    NODE_IMAGE: 'x',
    TZ: 'x',
  };
  expect(misspeltOptions(file, file)).toEqual({ errors: [], warnings: [] });
});
