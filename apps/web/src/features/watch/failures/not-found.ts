// Explains why a search found nothing, and collects the details for a bug report.
import type { MissCause, ScrapeError } from '@matinee/shared/contract/scrape';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { backendInfo } from '#data/account/backend.ts';
import { isAccountServer, relayUrls, sessionStore } from '#data/session.ts';
import { type SourceList, sourcesFor } from '#data/streams/metadata.ts';
import { type ScrapeItem, type ScrapeProgress, shownStatus } from '../sources/scrape-progress.ts';
import { type TitleSearch, type SearchFailure, unansweredSources } from '../watch-machine.ts';

export type NotFoundReason =
  | { readonly kind: 'failed' | 'noSources' | 'allDisabled' | 'others' | 'proxies' | 'text' }
  | { readonly kind: 'human' }
  | { readonly kind: 'tooMany'; readonly seconds: number }
  | { readonly kind: 'cause'; readonly cause: MissCause; readonly sourceId: string }
  | { readonly kind: 'unsure'; readonly sourceIds: readonly string[] }
  | { readonly kind: 'someDisabled'; readonly count: number };

/** The most informative first. */
const CAUSES_BY_PRIORITY: readonly MissCause['code'][] = [
  'unplayableFile',
  'unreadableFile',
  'uncertainFile',
  'unplayableStreams',
  'scanning',
  'deadLink',
  'torrentsOnly',
];

interface Search extends TitleSearch {
  readonly failure?: SearchFailure | undefined;
}

/** `list` is undefined while it loads; `disabled` holds the sources that the user has turned off. */
export function notFoundReason(
  search: Search,
  list: SourceList | undefined,
  disabled: readonly string[],
): NotFoundReason {
  const { failure, meta, progress } = search;
  if (failure?.retryAfterSeconds !== undefined) {
    return { kind: 'tooMany', seconds: failure.retryAfterSeconds };
  }
  if (failure) return { kind: failure.name === 'HumanCheckError' ? 'human' : 'failed' };
  const caused = firstCause(search);
  if (caused) return caused;
  const sourceIds = unansweredSources(search);
  const wasSearched = (id: string) => progress.sources.some((source) => source.id === id);
  const left = list ? sourcesFor(list, meta.type, []).filter(({ id }) => !wasSearched(id)) : [];
  const off = left.filter(({ id }) => disabled.includes(id));
  if (progress.sources.length === 0) return { kind: off.length > 0 ? 'allDisabled' : 'noSources' };
  if (sourceIds.length > 0)
    return areBehindProxies(search, sourceIds)
      ? { kind: 'proxies' }
      : { kind: 'unsure', sourceIds };
  if (off.length > 0) return { kind: 'someDisabled', count: off.length };
  return { kind: left.length > 0 ? 'others' : 'text' };
}

/** True if every source failed because a proxy did not respond. */
function areBehindProxies({ progress }: Search, sourceIds: readonly string[]): boolean {
  return progress.sources
    .filter(({ id }) => sourceIds.includes(id))
    .every(({ error }) => error?.name === 'ProxyError');
}

function firstCause({ progress }: Search) {
  const causes = progress.sources.flatMap((source) =>
    [source, ...source.embeds].flatMap(({ cause }) =>
      cause ? [{ kind: 'cause' as const, cause, sourceId: source.id }] : [],
    ),
  );
  return CAUSES_BY_PRIORITY.map((code) => causes.find(({ cause }) => cause.code === code)).find(
    Boolean,
  );
}

interface SearchReport {
  readonly path: string;
  readonly isRelay: boolean;
  readonly progress: ScrapeProgress;
  readonly failure?: ScrapeError | undefined;
  /** Explains in the user's language. */
  readonly explain: (cause: MissCause, sourceId: string) => string;
}

/** The text that a user copies into a bug report. */
export function scrapeDetails({ path, isRelay, progress, failure, explain }: SearchReport): string {
  const items = progress.sources.flatMap((source) =>
    [{ ...source, status: shownStatus(progress, source) }, ...source.embeds].map((item) => ({
      ...item,
      reason: item.cause ? explain(item.cause, source.id) : item.reason,
    })),
  );
  return [
    `URL - ${path}`,
    `API - ${isRelay}`,
    '',
    ...items.flatMap(itemLines),
    ...(failure ? [`${failure.name}: ${failure.message}`] : []),
  ].join('\n');
}

function itemLines({ id, status, reason, error }: ScrapeItem): string[] {
  return [
    `${id}: ${status}`,
    ...(reason === undefined ? [] : [reason]),
    ...(error === undefined ? [] : [`${error.name}: ${error.message}`]),
  ];
}

export interface MembersOnly {
  readonly canRegister: boolean;
}

/** Set if the user is signed out and the site reserves sources for accounts. */
export function useMembersOnly(): MembersOnly | 'loading' | undefined {
  const isSignedIn = useStore(sessionStore, ({ account }) => account !== null);
  const enabled = !isSignedIn && relayUrls().some(isAccountServer);
  const { data, isLoading } = useQuery({
    ...backendInfo(),
    staleTime: Infinity,
    retry: false,
    enabled,
  });
  if (isLoading) return 'loading';
  return enabled && data?.ownSourcesFor === 'accounts'
    ? { canRegister: (data.registration ?? 'open') === 'open' }
    : undefined;
}
