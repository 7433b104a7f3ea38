import { createRegistry, type Registry } from './registry.ts';
import type { RightsAllowList } from './rights.ts';
import type { Source, SourceAddresses } from './source.ts';
import { internetArchive } from './sources/internet-archive/internet-archive.ts';
import { openFilms } from './sources/open-films/open-films.ts';

/** Returns the built-in sources and the operator's (`added`), except those with IDs in `without`. */
export function builtInRegistry(
  addresses: SourceAddresses,
  added: readonly Source[] = [],
  without: readonly string[] = [],
): Registry {
  const archive = internetArchive(addresses.internetArchive, trusted(addresses));
  const films = openFilms(addresses.peertubeHosts);
  const parts = [
    ...added.map((source) => ({ source, embeds: [] })),
    { source: archive.source, embeds: [archive.item, archive.search] },
    { source: films.source, embeds: films.embeds },
  ].filter(({ source }) => !without.includes(source.id));
  return createRegistry({
    sources: parts.map(({ source }) => source),
    embeds: parts.flatMap(({ embeds }) => embeds),
  });
}

function trusted({ trustedInArchive: names = [] }: SourceAddresses): RightsAllowList {
  const isUploader = (name: string): boolean => name.includes('@');
  return {
    collections: names.filter((name) => !isUploader(name)),
    uploaders: names.filter(isUploader),
  };
}
