import { expect, test } from 'vitest';
import { callerAddress, callerNetwork } from './caller-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('%s counts as %s', (ip, caller) => {
  expect(callerAddress(ip)).toBe(caller);
});

test.each(['', 'unknown', '192.0.2.7:80', 'x'.repeat(10_000)])(
  'an invalid address gets no budget of its own: %.20s',
  (ip) => {
    expect(callerAddress(ip)).toBe('unknown');
  },
);

test.each([
  ['11.22.33.44', '11.22.33.0/24'],
  ['::ffff:11.22.33.44', '11.22.33.0/24'],
  ['2a01:db8:1:2:3:4:5:6', '2a01:db8:1::/48'],
  ['2a01:db8:1:3::1', '2a01:db8:1::/48'],
])('%s is in the network %s', (ip, network) => {
  expect(callerNetwork(ip)).toBe(network);
});

test.each(['192.168.1.7', '10.0.0.1', '127.0.0.2', '172.18.0.1', 'fd00::1', '::1', 'nonsense'])(
  'in a private network, %s is a client of its own',
  (ip) => {
    expect(callerNetwork(ip)).toBe(callerAddress(ip));
  },
);
