import { expect, test } from 'vitest';
import { isPrivateHost } from './is-private-host.ts';

const isAllowed = (host: string) => host === 'media.example:8443';

test.each([
  ['http://192.168.1.9:7000/film.mp4', true],
  ['http://[fd00::1]/film.mp4', true],
  ['http://2130706433/film.mp4', true],
  ['http://nas/film.mp4', true],
  ['http://nas.local/film.mp4', true],
  ['https://films.home.arpa/film.mp4', true],
  ['https://media.example:8443/film.mp4', true],
  ['https://media.example/film.mp4', false],
  ['https://local.example/film.mp4', false],
  ['https://93.184.216.34/film.mp4', false],
  ['https://[2606:4700::1]/film.mp4', false],
  ['no address', false],
])('whether %s is in somebody’s own network: %s', (url, expected) => {
  expect(isPrivateHost(url, isAllowed)).toBe(expected);
});
