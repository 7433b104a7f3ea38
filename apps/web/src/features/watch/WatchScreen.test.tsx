// @vitest-environment jsdom
import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { backendInfo } from '#data/account/backend.ts';
import { LenientMeta } from '#data/response-schemas.ts';
import type { MovieMeta } from '#data/catalog/details.ts';
import { Account, sessionStore } from '#data/session.ts';
import { lacksPermission } from '#data/streams/extension/permission.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { startLanguages } from '#i18n/index.ts';
import type { ScrapeSource, ScrapeStatus } from './sources/scrape-progress.ts';
import type { MetaFailure, WatchState } from './watch-machine.ts';
import { WatchScreen } from './WatchScreen.tsx';

const fetchExtensionStatus = vi.hoisted(() => vi.fn<() => Promise<string>>(async () => 'unknown'));
vi.mock('#data/streams/extension/status.ts', () => ({ fetchExtensionStatus }));
const openPermissionPage = vi.hoisted(() => vi.fn<(to: string) => Promise<boolean>>());
vi.mock('#data/streams/extension/permission.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  openPermissionPage,
}));

startLanguages();
beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function ResizeObserver() {
      return { observe: vi.fn(), disconnect: vi.fn() };
    }),
  );
});
afterEach(cleanup);

const meta: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 2031, tmdbId: '16093' };
const source = (id: string, status: ScrapeStatus): ScrapeSource => ({
  id,
  scraperId: id,
  status,
  percentage: 0,
  embeds: [],
});
const run = (...sources: readonly ScrapeSource[]) => ({ sources, running: [] });

const LOCAL_TITLE = `/media/tmdb-movie-${FIRST_LOCAL_ID}-holiday`;

function show(state: WatchState, instance: object | null = {}, address = '/media/x') {
  const client = new QueryClient();
  client.setQueryData(sourceList().queryKey, {
    sources: [],
    names: new Map([['alpha', 'The Archive']]),
    onUserRelays: new Set<string>(),
  });
  if (instance) client.setQueryData(backendInfo().queryKey, LenientMeta.parse(instance));
  const watch = {
    state,
    retry: vi.fn(),
    tryNextSource: vi.fn(),
    searchUnanswered: vi.fn(),
    switchTo: vi.fn(),
    skipSource: vi.fn(),
    dismissFailover: vi.fn(),
    searchAnyway: vi.fn(),
    goTo: vi.fn(),
    searchAhead: vi.fn(),
  };
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <WatchScreen
          watch={watch}
          backTo="/browse/x"
          path="/media/x"
          isLocal={address === LOCAL_TITLE}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return watch;
}

test('a running search names the current source, and Cancel leads back', () => {
  const progress = {
    ...run(source('alpha', 'pending'), source('beta', 'waiting')),
    current: 'alpha',
  };
  show({ at: 'scraping', meta, progress });
  expect(screen.getByRole('status').textContent).toBe('Checking The Archive · source 1 of 2');
  expect(screen.getByText('Checking for videos…')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/browse/x');
});

describe('when nothing was found', () => {
  const failure = { name: 'RelayError', message: 'gone' };
  test.each([
    [
      'no source has the title',
      { progress: run(source('alpha', 'notfound')) },
      /^We couldn't find thatNo source has/,
    ],
    [
      'a source failed',
      { progress: run(source('alpha', 'failure')) },
      /^We couldn't find thatThe Archive couldn't be checked/,
    ],
    [
      'the search was interrupted',
      { progress: run(source('alpha', 'pending')), failure },
      /^The search couldn't be completed.* was interrupted/,
    ],
    [
      'the visitor did not pass the check',
      { progress: run(), failure: { ...failure, name: 'HumanCheckError' } },
      /^Check failed/,
    ],
    [
      'a rate limit applies',
      { progress: run(), failure: { ...failure, retryAfterSeconds: 42 } },
      /^The search couldn't be completed.*Too many searches .* Try again in 42 seconds\.$/,
    ],
    [
      'there is no source',
      { progress: run() },
      /^The search couldn't be completed.*no sources for this title/,
    ],
  ])('because %s, the screen says that', (_, facts, text) => {
    show({ at: 'notFound', meta, ...facts });
    expect(screen.getByRole('alert').textContent).toMatch(text);
  });

  test.each([
    [
      ['https://own.example'],
      /^.*own\.example.* didn't respond, .* check your proxies in Settings\.$/,
    ],
    [null, /^.* didn't respond, so some sources .* “Carnival” may .* Try again in a moment\.$/],
  ])('because proxies failed, only a user who has some is sent to Settings: %s', (own, text) => {
    onTestFinished(() => sessionStore.setState({ proxySet: null }));
    sessionStore.setState({ proxySet: own });
    const error = { name: 'ProxyError', message: 'gone' };
    show({ at: 'notFound', meta, progress: run({ ...source('alpha', 'failure'), error }) });
    expect(screen.getByText(/didn't respond/).textContent).toMatch(text);
    expect(screen.queryByRole('link', { name: 'Open Settings' }) !== null).toBe(own !== null);
  });

  test('the text names the episode that was searched', () => {
    const episode = { number: 3, title: 'Third', tmdbId: '303', airDate: '2026-05-01' };
    const season = { number: 1, title: 'Season 1', tmdbId: '31' };
    const { type: _type, ...title } = meta;
    const episodes = { season, episode, episodes: [episode], seasons: [season] };
    const progress = run(source('alpha', 'notfound'));
    show({ at: 'notFound', meta: { ...title, type: 'show', ...episodes }, progress });
    expect(screen.getByRole('alert').textContent).toMatch(/“Carnival · S1 E3”/);
  });

  test('because the file is unplayable, the screen and its details give the cause', () => {
    const url = 'https://films.example/stream/token/stream.mkv';
    const cause = { code: 'unplayableFile', format: 'AC-3', part: 'audio', url } as const;
    const reason = 'there is a file, but browsers do not play Matroska';
    const progress = run({ ...source('alpha', 'notfound'), reason, cause });
    show({ at: 'notFound', meta, progress });
    expect(screen.getByRole('heading').textContent).toBe("We found it, but it can't be played");
    const text = /“The Archive” has a file for “Carnival”, but its sound is AC-3, which/;
    expect(screen.getByRole('alert').textContent).toMatch(text);
    expect(screen.getByText(/alpha: notfound/).textContent).toMatch(text);
    expect(screen.getByRole('link', { name: 'Download the file' })).toHaveProperty('href', url);
  });

  test('because a media server does not convert the file, the screen says where that is allowed', () => {
    const cause = { code: 'unplayableFile', format: 'HEVC', part: 'video' } as const;
    show({ at: 'notFound', meta, progress: run({ ...source('jellyfin', 'notfound'), cause }) });
    const text =
      /play its format, HEVC, and “.+” doesn't convert it\..* allow that in its settings/;
    expect(screen.getByRole('alert').textContent).toMatch(text);
    expect(screen.getByRole('alert').textContent).not.toContain('ffmpeg');
  });

  test.each([
    ['MKV', /only in formats that browsers can't play, such as MKV\.$/],
    [undefined, /only in formats that browsers can't play\.$/],
  ])('because all streams are unplayable, the screen names their format: %s', (format, text) => {
    const cause = { code: 'unplayableStreams', ...(format && { format }) } as const;
    show({ at: 'notFound', meta, progress: run({ ...source('alpha', 'notfound'), cause }) });
    expect(screen.getByRole('alert').textContent).toMatch(text);
  });

  test('the details can be copied, and the search repeated', async () => {
    const user = userEvent.setup();
    const watch = show({ at: 'notFound', meta, progress: run(source('alpha', 'notfound')) });
    await user.click(screen.getByText('Details'));
    await user.click(screen.getByRole('button', { name: 'Copy details' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(
      'URL - /media/x\nAPI - true\n\nalpha: notfound',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(watch.retry).toHaveBeenCalledOnce();
  });
});

describe('when nothing was found on a site with movies for members', () => {
  const nothing = { at: 'notFound', meta, progress: run(source('alpha', 'notfound')) } as const;
  const membersOnly = { ownSourcesFor: 'accounts' };
  const heading = () => screen.getByRole('heading').textContent;
  afterEach(() => sessionStore.setState({ account: null }));

  test('a signed-out user is sent to log in and back', () => {
    show(nothing, membersOnly);
    expect(heading()).toBe('Some sources require an account');
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Log in')).toBe('/login?redirect=%2Fmedia%2Fx');
    expect(link('Create an account')).toBe('/register?redirect=%2Fmedia%2Fx');
  });

  test('the screen waits until it knows whether sources are reserved for members', () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    onTestFinished(() => fetched.mockRestore());
    show(nothing, null);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('link', { name: 'Cancel' })).toBeTruthy();
  });

  test('a title of the library leads to the login, and others are unknown', () => {
    show({ at: 'blocked', why: 'notFound' }, membersOnly, LOCAL_TITLE);
    expect(heading()).toBe('Log in to see this library');
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
    cleanup();
    show({ at: 'blocked', why: 'notFound' }, {}, LOCAL_TITLE);
    expect(heading()).toBe("Couldn't find that media.");
    cleanup();
    show({ at: 'blocked', why: 'notFound' }, membersOnly);
    expect(heading()).toBe("Couldn't find that media.");
  });

  test('registration is offered only where it is open', () => {
    show(nothing, { ...membersOnly, registration: 'invite' });
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
  });

  test('a signed-in user sees the ordinary screen', () => {
    const account = Account.parse({ token: 't', userId: 'u', sessionId: 's', seed: '' });
    sessionStore.setState({ account });
    show(nothing, membersOnly);
    expect(heading()).toBe("We couldn't find that");
  });

  test('a failed search does not suggest logging in', () => {
    const failure = { name: 'RelayError', message: 'gone' };
    show({ ...nothing, failure }, membersOnly);
    expect(heading()).toBe("The search couldn't be completed");
  });
});

test('searching the unanswered sources leaves out those without the title', async () => {
  const progress = run(source('alpha', 'notfound'), source('beta', 'failure'));
  const watch = show({ at: 'notFound', meta, progress });
  await userEvent.setup().click(screen.getByRole('button', { name: /Retry failed sources/ }));
  expect(watch.searchUnanswered).toHaveBeenCalledOnce();
});

test.each([['notfound'], ['failure']] as const)(
  'where every source says %s, a new try asks all of them',
  (status) => {
    show({ at: 'notFound', meta, progress: run(source('alpha', status)) });
    expect(screen.queryByRole('button', { name: /Retry failed sources/ })).toBeNull();
  },
);

describe('the extension', () => {
  test('gets its permission on its own page, and an error shows if that does not open', async () => {
    openPermissionPage.mockResolvedValue(false);
    show({ at: 'blocked', why: 'extension' });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Allow access' }));
    expect(openPermissionPage).toHaveBeenCalledWith(location.href);
    expect(await screen.findByText(/page didn't open/)).toBeTruthy();
  });

  test('is optional', async () => {
    fetchExtensionStatus.mockResolvedValue('noperms');
    const { signal } = new AbortController();
    expect(await lacksPermission(signal)).toBe(true);
    const watch = show({ at: 'blocked', why: 'extension' });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Continue without it' }));
    expect(watch.retry).toHaveBeenCalledOnce();
    expect(await lacksPermission(signal)).toBe(false);
  });
});

test.each([
  ['disallowed', 'Extension disabled'],
  ['success', "We couldn't find that"],
  ['unknown', "We couldn't find that"],
])('when nothing was found and the extension is %s, the title is: %s', async (status, title) => {
  fetchExtensionStatus.mockResolvedValue(status);
  show({ at: 'notFound', meta, progress: run(source('alpha', 'notfound')) });
  await vi.waitFor(() => expect(fetchExtensionStatus).toHaveBeenCalled());
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe(title));
});

test.each<[MetaFailure, string, boolean]>([
  ['api', 'Failed to load API metadata', true],
  ['removed', 'Media has been removed', false],
  ['notFound', "Couldn't find that media.", false],
  ['failed', 'Failed to load metadata', true],
  ['extension', 'Configure the extension', false],
])(
  'the metadata failure "%s" has its own words, and a retry where that can help',
  (why, title, can) => {
    show({ at: 'blocked', why });
    expect(screen.getByRole('heading').textContent).toBe(title);
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(can);
    expect(screen.getByRole('link', { name: 'Go to home page' })).toBeTruthy();
  },
);

describe('when playback fails', () => {
  const failed = (...sources: readonly ReturnType<typeof source>[]): WatchState => ({
    at: 'playbackError',
    meta,
    sourceId: 'alpha',
    stream: { id: 's', type: 'file', flags: [], captions: [], qualities: {} },
    progress: run(source('alpha', 'success'), ...sources),
    error: { errorName: 'MEDIA_ERR_DECODE', type: 'htmlvideo', key: 'errorDecode' },
  });

  test('the next source is offered if there is one', async () => {
    const watch = show(failed(source('beta', 'waiting')));
    expect(screen.getByRole('heading').textContent).toBe('Failed to play video!');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try next source' }));
    expect(watch.tryNextSource).toHaveBeenCalledOnce();
  });

  test.each([
    ['/media/x?m=error', true],
    ['/media/x?m=details', false],
  ])('at %s the details are open: %s', (address, isOpen) => {
    show(failed(), {}, address);
    expect(screen.getByRole('group').hasAttribute('open')).toBe(isOpen);
  });

  test('without another source only a new search is offered', async () => {
    const watch = show(failed(source('beta', 'notfound')));
    expect(screen.queryByRole('button', { name: 'Try next source' })).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Search again' }));
    expect(watch.retry).toHaveBeenCalledOnce();
  });
});

test('an unreleased title shows its date and can be searched anyway', async () => {
  const watch = show({ at: 'unreleased', meta: { ...meta, releaseDate: '2031-10-01' } });
  expect(screen.getByRole('alert').textContent).toMatch(/October 1, 2031/);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Search anyway' }));
  expect(watch.searchAnyway).toHaveBeenCalledOnce();
});
