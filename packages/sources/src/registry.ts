import type { EmbedRef } from '@matinee/shared/contract/scrape';
import type { MediaType } from '@matinee/shared/media/media';
import type { Embed, Source } from './source.ts';

/** All sources and embeds, each list best first. */
export interface Registry {
  readonly sources: readonly Source[];
  readonly embeds: readonly Embed[];
  readonly source: (id: string) => Source | undefined;
  readonly embed: (id: string) => Embed | undefined;
  /** Returns sources for this type of title: preferred IDs first, in order, then the others by rank. */
  readonly sourcesFor: (type: MediaType, order?: readonly string[]) => readonly Source[];
}

export function createRegistry(parts: {
  readonly sources: readonly Source[];
  readonly embeds: readonly Embed[];
}): Registry {
  requireUnique(
    'id',
    [...parts.sources, ...parts.embeds].map(({ id }) => id),
  );
  requireUnique(
    'rank among sources',
    parts.sources.map(({ rank }) => rank),
  );
  requireUnique(
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

function requireUnique(kind: string, values: readonly (string | number)[]): void {
  const duplicate = values.find((value, at) => values.indexOf(value) !== at);
  if (duplicate !== undefined)
    throw new Error(`Duplicate ${kind} in the source registry: ${duplicate}`);
}

export interface EmbedInstance {
  /** `{sourceId}-{position}`, because one embed may occur several times with different URLs. */
  readonly id: string;
  readonly embed: Embed;
  readonly url: string;
}

/** Returns the known embeds, best first. Embeds of equal rank keep the source's order. */
export function embedInstances(
  sourceId: string,
  refs: readonly EmbedRef[],
  registry: Registry,
): readonly EmbedInstance[] {
  return refs
    .flatMap(({ embedId, url }) => {
      const embed = registry.embed(embedId);
      return embed ? [{ embed, url }] : [];
    })
    .toSorted((a, b) => b.embed.rank - a.embed.rank)
    .map((it, position) => ({ ...it, id: `${sourceId}-${position}` }));
}
