// Checks of the extension and the storage of this browser.
import { readText, removeText, writeText } from '#data/storage/browser-storage.ts';
import { unitText } from '#i18n/units.ts';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { sourceName } from '#i18n/source-name.ts';
import {
  AdvisedError,
  CheckError,
  OptionalMissingError,
  DisabledError,
  type Check,
  type CheckText,
} from './run-checks.ts';
import type { ScrapeMedia, ScrapeMovie } from '@matinee/shared/media/media';
import { queryClient } from '#data/query-client.ts';
import { relayUrls } from '#data/session.ts';
import { sourceList, sourcesFor } from '#data/streams/metadata.ts';
import { runSource } from '#data/streams/scrape.ts';
import { searchedSubtitles } from '#data/streams/subtitles/search.ts';

export async function extensionChecks(): Promise<readonly Check[]> {
  return [
    {
      id: 'hello',
      name: (t) => t(($) => $.admin.extension.hello),
      run: async (signal) => {
        const status = await fetchExtensionStatus(signal);
        const text: CheckText = (t) => t(($) => $.admin.extension.states[status]);
        if (status === 'unknown') throw new OptionalMissingError(text);
        // The panel's advice is for an extension that has yet to be installed.
        if (status === 'outdated' || status === 'failed') {
          throw new AdvisedError(
            (t, language) =>
              `${text(t, language)}\n${t(($) => $.onboarding.extension.status[status].text)}`,
          );
        }
        if (status !== 'success')
          throw new AdvisedError(
            (t, language) => `${text(t, language)}\n${t(($) => $.admin.extension.allow)}`,
          );
        return text;
      },
    },
  ];
}

const PROBE = '__MW::trial';
const MB = 1_000_000;

export async function storageChecks(): Promise<readonly Check[]> {
  return [
    {
      id: 'write',
      name: (t) => t(($) => $.admin.storage.write),
      run: async () => {
        const isStored = writeText(PROBE, PROBE) && readText(PROBE) === PROBE;
        removeText(PROBE);
        if (!isStored) throw new CheckError((t) => t(($) => $.admin.storage.notSaved));
        return (t) => t(($) => $.admin.storage.saved);
      },
    },
    {
      id: 'space',
      name: (t) => t(($) => $.admin.storage.space),
      run: async () => {
        // `navigator.storage` exists only in secure contexts.
        const estimate = await globalThis.navigator.storage?.estimate();
        if (estimate?.quota === undefined) return (t) => t(($) => $.admin.storage.unknown);
        const { usage = 0, quota } = estimate;
        return (t, language) =>
          t(($) => $.admin.storage.used, {
            used: unitText(usage / MB, 'megabyte', language),
            quota: unitText(quota / MB, 'megabyte', language),
          });
      },
    },
  ];
}

// Searches every source for a public-domain movie, and searches for its subtitles.
const MOVIE = {
  type: 'movie',
  title: 'Night of the Living Dead',
  releaseYear: 1968,
  tmdbId: '10331',
  imdbId: 'tt0063350',
  runtime: 96,
} as const satisfies ScrapeMovie;

export const sourceChecks = (): Promise<readonly Check[]> => checksOf(MOVIE);

/** Searches every source that has titles of this type. */
export async function checksOf(media: ScrapeMedia): Promise<readonly Check[]> {
  const list = await queryClient
    .fetchQuery({ ...sourceList(), staleTime: 0 })
    .catch((error: unknown) => {
      // The panel's advice is about a source that fails.
      const hasRelay = relayUrls().length > 0;
      throw new AdvisedError(
        (t) =>
          hasRelay
            ? `${t(($) => $.admin.unexplained)}\n${t(($) => $.admin.relays.advice)}`
            : t(($) => $.admin.unexplained),
        error instanceof Error ? error.message : String(error),
      );
    });
  if (list.sources.length === 0)
    throw new AdvisedError(
      (t) => `${t(($) => $.admin.sources.none)}\n${t(($) => $.admin.checks.fixes.relayNoSources)}`,
    );
  const sources = sourcesFor(list, media.type, []);
  if (sources.length === 0) throw new AdvisedError((t) => t(($) => $.watch.sources.none));
  return sources.map(({ id, name }) => ({
    id,
    name: (t) => sourceName(t, { id, name }),
    run: async (signal) => {
      for await (const event of runSource(id, media, { signal, isFresh: true })) {
        if (event.type === 'completed') {
          const count = (event.stream?.length ?? 0) + event.embeds.length;
          return (t) => t(($) => $.admin.sources.found, { count });
        }
        if (event.type === 'error' && event.name === 'NotFoundError')
          return (t) => t(($) => $.admin.sources.notFound);
        if (event.type === 'error')
          throw new CheckError((t) => t(($) => $.admin.sources.failed), event.message);
      }
      throw new CheckError((t) => t(($) => $.admin.sources.noResult));
    },
  }));
}

export async function subtitleChecks(): Promise<readonly Check[]> {
  return [
    {
      id: 'search',
      name: (t) => t(($) => $.admin.subtitles.search),
      run: async (signal) => {
        const found = await searchedSubtitles(MOVIE, signal);
        if (!found) throw new DisabledError((t) => t(($) => $.admin.checks.means.subtitlesOff));
        return (t) => t(($) => $.admin.subtitles.found, { count: found.length });
      },
    },
  ];
}
