import type { MediaType } from '@matinee/shared/media/media';
import type { Embed, Source } from './source.ts';

/** Which sources and embeds exist, each list best first. */
export interface Registry {
  readonly sources: readonly Source[];
  readonly embeds: readonly Embed[];
  readonly source: (id: string) => Source | undefined;
  readonly embed: (id: string) => Embed | undefined;
  /** Those that know this kind of title: the preferred ids first, in their order, the others by rank. */
  readonly sourcesFor: (type: MediaType, order?: readonly string[]) => readonly Source[];
}

export function createRegistry(parts: {
  readonly sources: readonly Source[];
  readonly embeds: readonly Embed[];
}): Registry {
  refuseTwice(
    'id',
    [...parts.sources, ...parts.embeds].map(({ id }) => id),
  );
  refuseTwice(
    'rank among sources',
    parts.sources.map(({ rank }) => rank),
  );
  refuseTwice(
    'rank among embeds',
    parts.embeds.map(({ rank }) => rank),
  );

  const sources = byRank(parts.sources);
  const embeds = byRank(parts.embeds);
  return {
    sources,
    embeds,
    source: (id) => sources.find((source) => source.id === id),
    embed: (id) => embeds.find((embed) => embed.id === id),
    sourcesFor: (type, order = []) =>
      preferredFirst(
        sources.filter((source) => mediaTypesOf(source).includes(type)),
        order,
      ),
  };
}

export function mediaTypesOf(source: Source): MediaType[] {
  return [...(source.movie ? ['movie' as const] : []), ...(source.show ? ['show' as const] : [])];
}

function byRank<T extends { readonly rank: number }>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => b.rank - a.rank);
}

function preferredFirst(sources: readonly Source[], order: readonly string[]): readonly Source[] {
  const preferred = [...new Set(order)].flatMap((id) => sources.filter((it) => it.id === id));
  return [...preferred, ...sources.filter((source) => !preferred.includes(source))];
}

function refuseTwice(what: string, values: readonly (string | number)[]): void {
  const twice = values.find((value, at) => values.indexOf(value) !== at);
  if (twice !== undefined) throw new Error(`Duplicate ${what} in the source registry: ${twice}`);
}
