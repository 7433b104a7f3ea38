import type { EmbedRef } from '@matinee/shared/contract/scrape';
import type { Registry } from './registry.ts';
import type { Embed } from './source.ts';

/** An embed of a source, on its place among the others. */
export interface EmbedInstance {
  /** `{sourceId}-{position}`: one embed may occur several times, with different addresses. */
  readonly id: string;
  readonly embed: Embed;
  readonly url: string;
}

/** The embeds we know, best first; those of equal rank stay in the source's order. */
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
