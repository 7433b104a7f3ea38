import { expect, test } from 'vitest';
import { capabilitiesText, parseCapabilities } from './capabilities.ts';

test('unknown and repeated words are ignored, and equal lists have equal texts', () => {
  const capabilities = parseCapabilities('hevc,avc,hevc,hologram,');
  expect(capabilities).toEqual(['avc', 'hevc']);
  expect(capabilitiesText(capabilities)).toBe('avc,hevc');
  expect(parseCapabilities('')).toEqual([]);
});
