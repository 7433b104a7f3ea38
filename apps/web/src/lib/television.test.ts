// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { isTelevision, watchTelevision } from './television.ts';

const DESK = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36';

test.each([
  [DESK, false],
  ['Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36', true],
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36', true],
  ['Mozilla/5.0 (Linux; Android 9; AFTMM) AppleWebKit/537.36', true],
])('%s is a television: %s', (agent, isOne) => {
  expect(isTelevision(agent)).toBe(isOne);
});

function setUp(agent: string, isWide: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isWide });
  const view = { navigator: { userAgent: agent }, matchMedia: vi.fn(() => query) };
  const root = document.createElement('html');
  watchTelevision(root, view);
  function become(matches: boolean) {
    query.matches = matches;
    query.dispatchEvent(new Event('change'));
  }
  return { become, isLarge: () => root.hasAttribute('data-television') };
}

test('a wide screen without a mouse counts as a television, as long as it is wide', () => {
  const { become, isLarge } = setUp(DESK, false);
  expect(isLarge()).toBe(false);
  become(true);
  expect(isLarge()).toBe(true);
  become(false);
  expect(isLarge()).toBe(false);
});

test('a television is one at any page width', () => {
  expect(setUp('Mozilla/5.0 (Web0S; Linux/SmartTV)', false).isLarge()).toBe(true);
});
