import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  const cells = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
  });
  vi.stubGlobal('__CONFIG__', { BACKEND_URL: 'https://server.example' });
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(() => Promise.resolve(Response.json({})));
  vi.resetModules();
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const load = async () => ({
  ...(await import('./settings-sync.ts')),
  ...(await import('./theme.ts')),
  ...(await import('./language.ts')),
  ...(await import('./playback.ts')),
  ...(await import('./captions.ts')),
  ...(await import('#data/session.ts')),
  ...(await import('#data/user-data/bookmarks.ts')),
});
const sent = (): unknown => {
  const body = fetched.mock.calls.at(-1)?.[1].body;
  return typeof body === 'string' ? JSON.parse(body) : undefined;
};

describe('a changed setting', () => {
  test('is sent once, and without the others', async () => {
    const { setTheme, mergeRemoteSettings, sendSettings, pendingSettings } = await load();
    mergeRemoteSettings('u', {});
    await sendSettings('u', undefined);
    setTheme('red');
    expect(pendingSettings('u')).toEqual({ applicationTheme: 'red' });
    await sendSettings('u', undefined);
    expect(sent()).toEqual({ applicationTheme: 'red' });
    await sendSettings('u', undefined);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('that is not sent yet is not undone by the account’s value', async () => {
    const { setTheme, mergeRemoteSettings, sendSettings, themeStore, languageStore } = await load();
    mergeRemoteSettings('u', { applicationTheme: 'blue', applicationLanguage: 'de' });
    await sendSettings('u', undefined);
    setTheme('red');
    mergeRemoteSettings('u', { applicationTheme: 'teal', applicationLanguage: 'fr' });
    expect([themeStore.getState().theme, languageStore.getState().language]).toEqual(['red', 'fr']);
  });

  test('is sent later when the server is down', async () => {
    const { mergeRemoteSettings, setTheme, sendSettings, pendingSettings } = await load();
    mergeRemoteSettings('u', {});
    await sendSettings('u', undefined);
    setTheme('red');
    fetched.mockImplementation(() => Promise.resolve(new Response('', { status: 503 })));
    await expect(sendSettings('u', undefined)).rejects.toThrow('503');
    expect(pendingSettings('u')).toEqual({ applicationTheme: 'red' });
  });

  test('that the server refuses is neither sent forever nor undone, and does not block others', async () => {
    const { mergeRemoteSettings, setTheme, sendSettings, isSettingPending, ...stores } =
      await load();
    mergeRemoteSettings('u', {});
    await sendSettings('u', undefined);
    fetched.mockReset();
    fetched.mockImplementation(async (_url, { body }) =>
      Response.json({}, { status: typeof body === 'string' && body.includes('red') ? 400 : 200 }),
    );
    setTheme('red');
    stores.setLanguage('de');
    await sendSettings('u', undefined);
    expect(stores.pendingSettings('u')).toEqual({ applicationTheme: 'red' });
    expect(isSettingPending('u')).toBe(false);
    const requested = fetched.mock.calls.length;
    await sendSettings('u', undefined);
    expect(fetched).toHaveBeenCalledTimes(requested);
    mergeRemoteSettings('u', { applicationTheme: 'blue', applicationLanguage: 'de' });
    expect(stores.themeStore.getState().theme).toBe('red');
    setTheme('teal');
    await sendSettings('u', undefined);
    expect(sent()).toEqual({ applicationTheme: 'teal' });
    expect(stores.pendingSettings('u')).toEqual({});
  });
});

/** The default settings that server P sends for a new account. */
const DEFAULTS = {
  applicationTheme: null,
  applicationLanguage: 'en',
  defaultSubtitleLanguage: null,
  proxyUrls: null,
  sourceOrder: [],
  disabledSources: [],
  enableAutoplay: true,
  enableThumbnails: false,
  enableSkipCredits: true,
};
/** The server has no option for the browser's language. */
const takesNoNull = () =>
  fetched.mockImplementation(async (_url, { body }) => {
    const isOdd = typeof body === 'string' && body.includes('"applicationLanguage":null');
    return Response.json({}, { status: isOdd ? 400 : 200 });
  });

describe('a new account', () => {
  test('has the settings from before it was created, not the defaults of its server', async () => {
    const { initSettingsSync, mergeRemoteSettings, sendSettings, ...stores } = await load();
    stores.setTheme('red');
    stores.setPlayback({ enableAutoplay: false, enableThumbnails: true });
    stores.saveCaptions({ lastSelectedLanguage: 'he' });
    stores.setLanguage('de');
    initSettingsSync('u');
    mergeRemoteSettings('u', DEFAULTS);
    expect(stores.themeStore.getState().theme).toBe('red');
    expect(stores.playbackStore.getState()).toMatchObject({
      enableAutoplay: false,
      enableThumbnails: true,
    });
    await sendSettings('u', undefined);
    const chosen = {
      applicationTheme: 'red',
      applicationLanguage: 'de',
      defaultSubtitleLanguage: 'he',
      enableAutoplay: false,
      enableThumbnails: true,
    };
    expect(sent()).toEqual(chosen);
    mergeRemoteSettings('u', { ...DEFAULTS, ...chosen });
    expect(stores.pendingSettings('u')).toEqual({});
    // Later the account is an ordinary one.
    mergeRemoteSettings('u', { ...DEFAULTS, ...chosen, applicationTheme: 'blue' });
    expect(stores.themeStore.getState().theme).toBe('blue');
  });

  test('leaves the language to the browser where none was chosen, and sends the server the one in use', async () => {
    const { initSettingsSync, mergeRemoteSettings, sendSettings, isSettingPending, ...stores } =
      await load();
    const { languageStore } = stores;
    stores.setShownLanguage('pirate');
    takesNoNull();
    initSettingsSync('u');
    mergeRemoteSettings('u', DEFAULTS);
    await sendSettings('u', undefined);
    expect(sent()).toEqual({ applicationLanguage: 'pirate' });
    expect(isSettingPending('u')).toBe(false);
    mergeRemoteSettings('u', { ...DEFAULTS, applicationLanguage: 'pirate' });
    expect(languageStore.getState().language).toBeNull();
    // Chosen on another device since.
    mergeRemoteSettings('u', { ...DEFAULTS, applicationLanguage: 'he' });
    expect(languageStore.getState().language).toBe('he');
  });

  test('that was never synced does not make the next one new', async () => {
    const { initSettingsSync, mergeRemoteSettings, themeStore } = await load();
    initSettingsSync('u');
    mergeRemoteSettings('other', {});
    mergeRemoteSettings('other', { applicationTheme: 'blue' });
    expect(themeStore.getState().theme).toBe('blue');
  });

  test('is no longer new to another tab after one of them has synced', async () => {
    const { initSettingsSync } = await load();
    initSettingsSync('u');
    vi.resetModules();
    const other = await load();
    vi.resetModules();
    const one = await load();
    one.mergeRemoteSettings('u', DEFAULTS);
    await one.sendSettings('u', undefined);
    other.mergeRemoteSettings('u', { ...DEFAULTS, applicationTheme: 'blue' });
    expect(other.themeStore.getState().theme).toBe('blue');
  });
});

describe('a language that is reset to the browser’s', () => {
  test('is sent to the account, and reaches the other devices', async () => {
    const { mergeRemoteSettings, sendSettings, setLanguage, saveCaptions, pendingSettings } =
      await load();
    mergeRemoteSettings('u', { applicationLanguage: 'de', defaultSubtitleLanguage: 'he' });
    await sendSettings('u', undefined);
    setLanguage(null);
    saveCaptions({ lastSelectedLanguage: null });
    await sendSettings('u', undefined);
    const reset = { applicationLanguage: null, defaultSubtitleLanguage: null };
    expect(sent()).toEqual(reset);
    mergeRemoteSettings('u', reset);
    expect(pendingSettings('u')).toEqual({});

    vi.resetModules();
    const { mergeRemoteSettings: take, languageStore, captionStore, ...phone } = await load();
    phone.setLanguage('de');
    phone.saveCaptions({ lastSelectedLanguage: 'he' });
    take('other', {
      applicationLanguage: 'de',
      defaultSubtitleLanguage: 'he',
      bookmarkOrder: ['1'],
    });
    take('other', { ...reset, bookmarkOrder: null });
    expect(languageStore.getState().language).toBeNull();
    expect(captionStore.getState().lastSelectedLanguage).toBeNull();
    expect(phone.bookmarksStore.getState().order).toEqual([]);
  });

  test('stays so on a server without that option, which is not sent it on each visit', async () => {
    const { mergeRemoteSettings, sendSettings, setLanguage, ...stores } = await load();
    stores.setShownLanguage('en-US');
    mergeRemoteSettings('u', { ...DEFAULTS, applicationLanguage: 'de' });
    await sendSettings('u', undefined);
    takesNoNull();
    setLanguage(null);
    await sendSettings('u', undefined);
    expect(sent()).toEqual({ applicationLanguage: 'en-US' });
    vi.resetModules();
    const { isSettingPending } = await load();
    mergeRemoteSettings('u', { ...DEFAULTS, applicationLanguage: 'en-US' });
    expect([stores.languageStore.getState().language, isSettingPending('u')]).toEqual([
      null,
      false,
    ]);
  });
});

describe('logging out', () => {
  const proxyUrls = ['https://proxy.example'];

  test('removes the account’s proxies, and logging in restores them', async () => {
    const { mergeRemoteSettings, forgetProxies, pendingSettings, sessionStore } = await load();
    mergeRemoteSettings('u', { proxyUrls });
    forgetProxies('u');
    expect(sessionStore.getState().proxySet).toBeNull();
    expect(pendingSettings('u')).not.toHaveProperty('proxyUrls');
    mergeRemoteSettings('u', { proxyUrls });
    expect(sessionStore.getState().proxySet).toEqual(proxyUrls);
  });

  test('keeps proxies that were never sent to an account', async () => {
    const { mergeRemoteSettings, forgetProxies, updateSession, sessionStore } = await load();
    mergeRemoteSettings('u', {});
    updateSession({ proxySet: proxyUrls });
    forgetProxies('u');
    expect(sessionStore.getState().proxySet).toEqual(proxyUrls);
  });
});

describe('the account’s settings', () => {
  test('are read before anything is sent', async () => {
    const { setTheme, mergeRemoteSettings, sendSettings, isSettingPending, themeStore } =
      await load();
    setTheme('red');
    expect(isSettingPending('u')).toBe(false);
    await sendSettings('u', undefined);
    expect(fetched).not.toHaveBeenCalled();
    mergeRemoteSettings('u', { applicationTheme: 'blue', enableAutoplay: false });
    expect(themeStore.getState().theme).toBe('blue');
    await sendSettings('u', undefined);
    expect(sent()).not.toHaveProperty('applicationTheme');
    expect(sent()).not.toHaveProperty('enableAutoplay');
  });

  test('are applied, the extended set included, and not sent back', async () => {
    const { mergeRemoteSettings, sendSettings, pendingSettings, ...stores } = await load();
    mergeRemoteSettings('u', {});
    await sendSettings('u', undefined);
    mergeRemoteSettings('u', {
      id: 'u',
      applicationTheme: 'blue',
      defaultSubtitleLanguage: 'he',
      proxyUrls: ['https://proxy.example'],
      enableAutoplay: false,
      sourceOrder: ['b', 'a'],
      enableHoldToBoost: true,
      keyboardShortcuts: 'nonsense',
    });
    expect(stores.themeStore.getState().theme).toBe('blue');
    expect(stores.captionStore.getState().lastSelectedLanguage).toBe('he');
    expect(stores.sessionStore.getState().proxySet).toEqual(['https://proxy.example']);
    expect(stores.playbackStore.getState()).toMatchObject({
      enableAutoplay: false,
      sourceOrder: ['b', 'a'],
      enableHoldToBoost: true,
    });
    expect(pendingSettings('u')).toEqual({});
  });

  test('reset what another device has reset', async () => {
    const { mergeRemoteSettings, sendSettings, themeStore, sessionStore } = await load();
    mergeRemoteSettings('u', { applicationTheme: 'blue', proxyUrls: ['https://proxy.example'] });
    await sendSettings('u', undefined);
    mergeRemoteSettings('u', { applicationTheme: null, proxyUrls: null });
    expect(themeStore.getState().theme).toBeNull();
    expect(sessionStore.getState().proxySet).toBeNull();
  });

  test('that are new and unset leave the local choice, which is then sent', async () => {
    const { setTheme, mergeRemoteSettings, pendingSettings, themeStore } = await load();
    setTheme('red');
    mergeRemoteSettings('u', { applicationTheme: null, applicationLanguage: 'de' });
    expect(themeStore.getState().theme).toBe('red');
    expect(pendingSettings('u')).toMatchObject({ applicationTheme: 'red' });
  });

  test('of a later client are not overwritten', async () => {
    const { mergeRemoteSettings, sendSettings, pendingSettings } = await load();
    mergeRemoteSettings('u', {});
    await sendSettings('u', undefined);
    mergeRemoteSettings('u', { applicationTheme: 'neon' });
    expect(pendingSettings('u')).toEqual({});
  });

  test('of one account are not applied to another', async () => {
    const { mergeRemoteSettings, sendSettings, pendingSettings } = await load();
    mergeRemoteSettings('u', { applicationTheme: 'blue' });
    await sendSettings('u', undefined);
    expect(pendingSettings('other')).toMatchObject({ applicationTheme: 'blue' });
  });
});
