import { expect, test } from 'vitest';
import { backendInfo, readBackendAddress } from './backend.ts';

test.each([
  ['https://server.example', 'https://server.example'],
  [' server.example/ ', 'https://server.example'],
  ['http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ['HTTPS://Server.Example/matinee//', 'https://server.example/matinee'],
])('%j is a server', (typed, address) => {
  expect(readBackendAddress(typed)).toBe(address);
});

test.each([
  '',
  '  ',
  'ftp://server.example',
  'https://',
  'a b',
  'https://me:secret@server.example',
])('%j is not a server', (typed) => {
  expect(readBackendAddress(typed)).toBeUndefined();
});

test('metadata of one server does not apply to another', () => {
  const keys = ['https://one.example', 'https://other.example'].map(
    (address) => backendInfo(address).queryKey,
  );
  expect(keys[0]).not.toEqual(keys[1]);
});
