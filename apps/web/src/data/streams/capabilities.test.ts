import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findCapabilities } from './capabilities.ts';

const supported = new Set<string>();
const undecoded = new Set<string>();

beforeEach(() => {
  const isListed = (type: string): boolean => [...supported].some((codec) => type.includes(codec));
  vi.stubGlobal('MediaSource', { isTypeSupported: isListed });
  vi.stubGlobal('document', { createElement: () => ({ canPlayType: () => 'maybe' }) });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('navigator', {
    mediaCapabilities: {
      decodingInfo: async ({ video }: { video?: { contentType: string } }) => ({
        supported: ![...undecoded].some((codec) => video?.contentType.includes(codec)),
      }),
    },
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly destination = { maxChannelCount: 6 };
      readonly close = async () => undefined;
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  supported.clear();
  undecoded.clear();
});

const found = async (): Promise<string> => String(await findCapabilities());

test('a browser reports what it lists and decodes', async () => {
  for (const codec of ['avc1.64002a', 'hvc1.1', 'mp4a.40.2', 'ac-3']) supported.add(codec);
  expect(await found()).toBe('avc,hevc,aac,ac3,webm,surround,hdr');
});

test('a codec that is listed, but not decoded, is left out', async () => {
  for (const codec of ['avc1.64002a', 'hvc1.1']) supported.add(codec);
  undecoded.add('hvc1.1');
  expect(await found()).toBe('avc,webm,surround,hdr');
});

test('without speakers for it, sound is stereo', async () => {
  vi.stubGlobal('AudioContext', undefined);
  expect(await found()).toBe('webm,hdr');
});
