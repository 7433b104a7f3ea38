import { createRegistry, type Registry } from './registry.ts';
import type { Source, SourceAddresses } from './source.ts';
import { internetArchive } from './sources/internet-archive/internet-archive.ts';
import { openFilms } from './sources/open-films/open-films.ts';

/** The sources that Matinee ships with, and those that somebody added. */
export function builtInRegistry(
  addresses: SourceAddresses,
  added: readonly Source[] = [],
): Registry {
  const archive = internetArchive(addresses);
  const films = openFilms(addresses);
  return createRegistry({
    sources: [...added, archive.source, films.source],
    embeds: [archive.item, archive.search, ...films.embeds],
  });
}
