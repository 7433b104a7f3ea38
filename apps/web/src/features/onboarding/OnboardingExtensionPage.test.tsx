import { expect, test } from 'vitest';
import { browserKind, kindWith } from './OnboardingExtensionPage.tsx';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['chromium', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 0],
  ['chromium', `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, 10],
  ['none', `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 5],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0],
  ['firefox', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5],
  ['none', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile', 5],
  ['none', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 5],
  ['safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 0],
  ['unknown', 'Mozilla/5.0 (X11; Linux x86_64) Ladybird/1.0', 0],
])('%s: %s', (kind, userAgent, touchPoints) => {
  expect(browserKind(userAgent, touchPoints)).toBe(kind);
});

test('a browser in which the extension was found supports it', () => {
  expect(kindWith('none', undefined)).toBe('none');
  expect(kindWith('none', 'unknown')).toBe('none');
  expect(kindWith('none', 'disallowed')).toBe('unknown');
  expect(kindWith('safari', 'success')).toBe('unknown');
  expect(kindWith('firefox', 'success')).toBe('firefox');
});
