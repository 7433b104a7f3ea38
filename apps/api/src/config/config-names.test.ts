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
  expect(errors).toEqual([`${name} in .env isn't an option. Did you mean ${nearest}?`]);
  expect(warnings).toEqual([]);
});

test('an unknown name in .env that resembles no option is a warning', () => {
  const { errors, warnings } = misspeltOptions({ FAVOURITE_COLOR: 'red' }, {});
  expect(errors).toEqual([]);
  expect(warnings).toEqual(["FAVOURITE_COLOR in .env isn't an option."]);
});

test('in the environment, which other programs use too, only a similar name is a warning', () => {
  const environment = { HOME: '/root', NODE_VERSION: '24', MEDIA_FOLDER: '/films', HOSTNAME: 'x' };
  expect(misspeltOptions({}, environment)).toEqual({
    errors: [],
    warnings: ["MEDIA_FOLDER isn't an option. Did you mean MEDIA_FOLDERS?"],
  });
});

test('the names of options, of their files, and of other programs’ variables in .env are known', () => {
  const file = {
    PORT: '1',
    TMDB_READ_API_KEY_FILE: '/x',
    VITE_TMDB_READ_API_KEY: 'x',
    COMPOSE_PROJECT_NAME: 'x',
    NODE_IMAGE: 'x',
    TZ: 'x',
    OTEL_BSP_SCHEDULE_DELAY: '1000',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=b',
  };
  expect(misspeltOptions(file, file)).toEqual({ errors: [], warnings: [] });
});
