import { createRegistry, type Registry } from './registry.ts';
import type { RightsAllowList } from './rights.ts';
import type { Source, SourceAddresses } from './source.ts';
import { internetArchive } from './sources/internet-archive/internet-archive.ts';
import { openFilms } from './sources/open-films/open-films.ts';

/** The sources that Matinee ships with, and those that somebody added. */
export function builtInRegistry(
  addresses: SourceAddresses,
  added: readonly Source[] = [],
): Registry {
  const archive = internetArchive(addresses, trusted(addresses));
  const films = openFilms(addresses);
  return createRegistry({
    sources: [...added, archive.source, films.source],
    embeds: [archive.item, archive.search, ...films.embeds],
  });
}

function trusted({ trustedInArchive: names = [] }: SourceAddresses): RightsAllowList {
  const isUploader = (name: string): boolean => name.includes('@');
  return {
    collections: names.filter((name) => !isUploader(name)),
    uploaders: names.filter(isUploader),
  };
}
