import { afterEach, expect, test, vi } from 'vitest';

const KEY = '__MW::preferences';

async function stored(state: unknown) {
  const kept = new Map([[KEY, JSON.stringify({ state, version: 0 })]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  const saved = (): unknown => JSON.parse(kept.get(KEY) ?? '{}').state;
  return { ...(await import('./playback.ts')), saved };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('settings of earlier clients are read, and their unknown fields are kept', async () => {
  const { playbackStore, setPlayback, saved } = await stored({
    enableThumbnails: true,
    sourceOrder: ['b', 'a'],
    enableOther: 1,
  });
  expect(playbackStore.getState()).toMatchObject({
    enableThumbnails: true,
    enableAutoplay: true,
    disabledSources: [],
  });
  setPlayback({ enableAutoplay: false });
  expect(saved()).toMatchObject({ enableAutoplay: false, enableOther: 1, sourceOrder: ['b', 'a'] });
});

test('a stored order is used, unless a client has stored that it is switched off', async () => {
  const { sourcePreferences, setSourceOrder } = await stored({
    sourceOrder: ['b', 'a'],
    enableSourceOrder: false,
  });
  expect(sourcePreferences().order).toEqual([]);
  setSourceOrder(['a', 'c', 'a']);
  expect(sourcePreferences().order).toEqual(['a', 'c']);
});

test('a source is disabled once, and enabled again', async () => {
  const { sourcePreferences, setSourceDisabled } = await stored({});
  setSourceDisabled('a', true);
  setSourceDisabled('b', true);
  setSourceDisabled('a', true);
  expect(sourcePreferences().without).toEqual(['b', 'a']);
  setSourceDisabled('b', false);
  expect(sourcePreferences().without).toEqual(['a']);
});

test('an invalid value affects only itself', async () => {
  const { playbackStore } = await stored({ sourceOrder: 'a', enableThumbnails: true });
  expect(playbackStore.getState()).toMatchObject({ sourceOrder: [], enableThumbnails: true });
});

test('thumbnails depend on the device until they are set, and again when that is reset', async () => {
  const { playbackStore, setThumbnails, thumbnailChoice, saved } = await stored({});
  const choice = () => thumbnailChoice(playbackStore.getState());
  expect(choice()).toBe('auto');
  setThumbnails('off');
  expect(choice()).toBe('off');
  expect(saved()).toMatchObject({ enableThumbnails: false });
  setThumbnails('auto');
  expect(choice()).toBe('auto');
  expect(saved()).not.toHaveProperty('enableThumbnails');
});
