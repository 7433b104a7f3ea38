import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { sessionStore } from '#data/session.ts';
import { checksOf, extensionChecks, sourceChecks, subtitleChecks } from './browser-checks.ts';
import { AdvisedError, DisabledError } from './run-checks.ts';

const fetchExtensionStatus = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('#data/streams/extension/status.ts', () => ({ fetchExtensionStatus }));

const { t } = startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => vi.unstubAllGlobals());

async function failure(status: string): Promise<unknown> {
  fetchExtensionStatus.mockResolvedValue(status);
  const [check] = await extensionChecks();
  return await check?.run(new AbortController().signal).catch((error: unknown) => error);
}

const wordsOf = (error: unknown): string =>
  error instanceof AdvisedError ? error.text(t, 'en') : '';

test('an installed extension that is outdated or broken is not to be installed again', async () => {
  const outdated = await failure('outdated');
  expect(outdated).toBeInstanceOf(AdvisedError);
  expect(wordsOf(outdated)).toMatch(/\n.* Update the extension/);
  expect(await failure('failed')).toBeInstanceOf(AdvisedError);
});

test.each([
  ['noperms', "Doesn't have permission to reach other sites."],
  ['disallowed', 'Not allowed on this site.'],
])('an installed extension without permission says how to give it: %s', async (status, text) => {
  const found = await failure(status);
  expect(found).toBeInstanceOf(AdvisedError);
  expect(wordsOf(found)).toBe(
    `${text}\nSelect the extension's button next to the address bar and allow this site there.`,
  );
});

test('a list of sources that a relay does not send says to check the relays', async () => {
  sessionStore.setState({ proxySet: ['|type=api|https://relay.example'] });
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
  const error = await sourceChecks().catch((reason: unknown) => reason);
  expect(wordsOf(error)).toMatch(/^The check failed\.\nCheck the \|type=api\|URL entries in /);
  sessionStore.setState({ proxySet: null });
});

test('a show is not tried through sources that have only movies', async () => {
  sessionStore.setState({ proxySet: ['|type=api|https://relay.example'] });
  const source = { type: 'source', rank: 1 };
  const movies = { ...source, id: 'films', name: 'Films', mediaTypes: ['movie'] };
  const both = { ...source, id: 'shelf', name: 'Shelf', mediaTypes: ['movie', 'show'] };
  const SHOW = {
    type: 'show',
    title: 'A series',
    releaseYear: 1965,
    tmdbId: '1930',
    season: { number: 1, tmdbId: '1' },
    episode: { number: 1, tmdbId: '2' },
  } as const;
  vi.stubGlobal('fetch', async () => Response.json([[], [movies, both]]));
  expect((await checksOf(SHOW)).map(({ id }) => id)).toEqual(['shelf']);
  vi.stubGlobal('fetch', async () => Response.json([[], [movies]]));
  const error = await checksOf(SHOW).catch((reason: unknown) => reason);
  expect(wordsOf(error)).toBe('No sources are available for this title.');
  sessionStore.setState({ proxySet: null });
});

test('a site without a search for subtitles did not find nothing', async () => {
  const [check] = await subtitleChecks();
  const search = () => check?.run(new AbortController().signal);
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Not found' }, { status: 404 }));
  await expect(search()).rejects.toBeInstanceOf(DisabledError);
  vi.stubGlobal('fetch', async () => Response.json([]));
  expect((await search())?.(t, 'en')).toBe('Works, but found nothing.');
});
