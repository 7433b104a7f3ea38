// Why a search found nothing, for the screen that says so.
import type { MissCause } from '@matinee/shared/contract/scrape';
import { sourcesFor, type SourceList } from '#data/streams/metadata.ts';
import { sourcesUnanswered, type Looked, type SearchFailure } from './watch-machine.ts';

export type NotFoundReason =
  | { readonly kind: 'human' | 'failed' | 'noSources' | 'allOff' | 'others' | 'proxies' | 'text' }
  | { readonly kind: 'tooMany'; readonly seconds: number }
  | { readonly kind: 'cause'; readonly cause: MissCause; readonly sourceId: string }
  | { readonly kind: 'unsure'; readonly sourceIds: readonly string[] }
  | { readonly kind: 'someOff'; readonly count: number };

/** The most telling first. */
const CODES: readonly MissCause['code'][] = [
  'unplayableFile',
  'unreadableFile',
  'uncertainFile',
  'unplayableStreams',
  'scanning',
  'deadLink',
  'torrentsOnly',
];

interface Search extends Looked {
  readonly failure?: SearchFailure | undefined;
}

/** `list` is unset while the sources of the site are not known, `disabled` what the viewer has switched off. */
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
  const sourceIds = sourcesUnanswered(search);
  const isAsked = (id: string) => progress.sources.some((source) => source.id === id);
  const left = list ? sourcesFor(list, meta.type, []).filter(({ id }) => !isAsked(id)) : [];
  const off = left.filter(({ id }) => disabled.includes(id));
  if (progress.sources.length === 0) return { kind: off.length > 0 ? 'allOff' : 'noSources' };
  if (sourceIds.length > 0)
    return areBehindProxies(search, sourceIds)
      ? { kind: 'proxies' }
      : { kind: 'unsure', sourceIds };
  if (off.length > 0) return { kind: 'someOff', count: off.length };
  return { kind: left.length > 0 ? 'others' : 'text' };
}

/** The proxies that all of them were to be asked through did not respond. */
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
  return CODES.map((code) => causes.find(({ cause }) => cause.code === code)).find(Boolean);
}
