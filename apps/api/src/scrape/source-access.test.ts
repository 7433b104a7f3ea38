import { describe, expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import {
  describeSourceAccess,
  isFromOperatorMachine,
  isLoopback,
  openToRequest,
  operatorSourcesFor,
} from './source-access.ts';

describe('operator sources are available to', () => {
  test.each([
    ['accounts', {}],
    ['accounts', { HOST: '0.0.0.0' }],
    ['accounts', { HOST: '192.168.1.5' }],
    ['everyone', { HOST: '127.0.0.1' }],
    ['everyone', { HOST: '::1' }],
    ['everyone', { HOST: 'localhost' }],
    ['everyone', { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }],
    // Behind a reverse proxy.
    ['accounts', { HOST: '127.0.0.1', PUBLIC_URL: 'https://films.example.org' }],
    ['accounts', { HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' }],
    ['accounts', { HOST: '127.0.0.1', OWN_SOURCES: 'accounts' }],
    ['everyone', { HOST: '0.0.0.0', OWN_SOURCES: 'everyone' }],
  ])('%s with %j', (expected, environment) => {
    expect(operatorSourcesFor(parseConfig(environment))).toBe(expected);
  });
});

describe('without accounts', () => {
  const LOCAL = { HOST: '127.0.0.1' };
  const BEHIND_PROXY = {
    ...LOCAL,
    OWN_SOURCES: 'everyone',
    PUBLIC_URL: 'https://films.example.org',
  };
  const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };
  test.each([
    [true, LOCAL, 'localhost:8080', {}],
    [true, LOCAL, '[::1]:8080', {}],
    [false, LOCAL, 'evil.test:8080', {}],
    [false, LOCAL, 'localhost.evil.test', {}],
    [false, LOCAL, '', {}],
    [false, LOCAL, 'localhost:8080', FORWARDED],
    [true, BEHIND_PROXY, 'films.example.org', FORWARDED],
    [false, BEHIND_PROXY, 'evil.test', FORWARDED],
    [true, { OWN_SOURCES: 'everyone' }, 'nas.example:8080', {}],
    [false, {}, 'localhost:8080', {}],
  ])('%s: %j, for a request to %j with %j', (isOpen, environment, host, headers) => {
    expect(openToRequest(parseConfig(environment))({ host, headers })).toBe(isOpen);
  });
});

test.each([
  [true, { HOST: '127.0.0.1' }, {}],
  [true, { HOST: '127.0.0.1', OWN_SOURCES: 'accounts' }, {}],
  [false, { HOST: '127.0.0.1' }, { via: '1.1 proxy' }],
  [false, { HOST: '0.0.0.0', OWN_SOURCES: 'everyone' }, {}],
  [false, { HOST: '127.0.0.1', PUBLIC_URL: 'https://films.example.org' }, {}],
])('every user may be the operator: %s with %j', (isOperator, environment, headers) => {
  const isOwn = isFromOperatorMachine(parseConfig(environment));
  expect(isOwn({ host: 'localhost:8080', headers })).toBe(isOperator);
});

test.each([
  [{}, 'only logged-in accounts'],
  [{ HOST: '127.0.0.1' }, 'everyone on this machine'],
  [{ OWN_SOURCES: 'everyone' }, 'everyone who can reach this server'],
])('the log says who can watch them: %j', (environment, expected) => {
  expect(describeSourceAccess(parseConfig(environment), ['folder'])).toContain(expected);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['films.localhost', true],
  ['10.0.0.1', false],
  ['localhost.example.org', false],
  ['0.0.0.0', false],
])('%s is a loopback address: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
