import { expect, test } from 'vitest';
import { isPrivate } from './private-network.ts';

test.each([
  'localhost',
  'nas',
  'nas.local',
  'tv.home.arpa',
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.0.9',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:c0a8:101]',
])('%s is in somebody’s house', (hostname) => {
  expect(isPrivate(hostname)).toBe(true);
});

test.each([
  'films.test',
  'localhost.films.test',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '[2606:4700::1]',
])('%s is out in the world', (hostname) => {
  expect(isPrivate(hostname)).toBe(false);
});
