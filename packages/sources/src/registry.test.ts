import { describe, expect, test } from 'vitest';
import { createRegistry } from './registry.ts';
import type { Source } from './source.ts';
import { stubEmbed, stubSource } from './testing/stub-source.ts';

function source(id: string, rank: number): Source {
  return stubSource({ id, rank, after: 0, finds: 'stream' });
}

function series(id: string, rank: number): Source {
  return {
    id,
    rank,
    runsIn: 'anywhere',
    name: id,
    show: async () => ({ embeds: [], streams: [] }),
  };
}

const ids = (sources: readonly Source[]) => sources.map(({ id }) => id);

describe('the registry', () => {
  test('puts the highest rank first', () => {
    const registry = createRegistry({
      sources: [source('low', 1), source('high', 9)],
      embeds: [stubEmbed('e', 1), stubEmbed('f', 2)],
    });
    expect(ids(registry.sources)).toEqual(['high', 'low']);
    expect(registry.embeds.map(({ id }) => id)).toEqual(['f', 'e']);
    expect(registry.source('low')?.rank).toBe(1);
    expect(registry.embed('e')?.rank).toBe(1);
    expect(registry.source('e')).toBeUndefined();
  });

  test('knows which sources have movies and which have series', () => {
    const registry = createRegistry({ sources: [source('film', 2), series('tv', 1)], embeds: [] });
    expect(ids(registry.sourcesFor('movie'))).toEqual(['film']);
    expect(ids(registry.sourcesFor('show'))).toEqual(['tv']);
  });

  test('puts preferred sources first, in their order, and the others by rank', () => {
    const sources = [source('a', 4), source('b', 3), source('c', 2), source('d', 1)];
    const registry = createRegistry({ sources, embeds: [] });
    expect(ids(registry.sourcesFor('movie', ['d', 'nobody', 'b', 'd']))).toEqual([
      'd',
      'b',
      'a',
      'c',
    ]);
  });

  test.each([
    ['id', [source('a', 1), source('a', 2)], []],
    ['id', [source('a', 1)], [stubEmbed('a', 1)]],
    ['rank among sources', [source('a', 1), source('b', 1)], []],
    ['rank among embeds', [], [stubEmbed('a', 1), stubEmbed('b', 1)]],
  ])('refuses a duplicate %s', (what, sources, embeds) => {
    expect(() => createRegistry({ sources, embeds })).toThrow(`Duplicate ${what}`);
  });

  test('lets a source and an embed have the same rank', () => {
    expect(() =>
      createRegistry({ sources: [source('a', 1)], embeds: [stubEmbed('b', 1)] }),
    ).not.toThrow();
  });
});
