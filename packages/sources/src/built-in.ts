import { createRegistry, type Registry } from './registry.ts';
import type { SourceAddresses } from './source.ts';
import { internetArchive } from './sources/internet-archive/internet-archive.ts';
import { openFilms } from './sources/open-films/open-films.ts';

/** The sources that Matinee ships with. */
export function builtInRegistry(addresses: SourceAddresses): Registry {
  const archive = internetArchive(addresses);
  const films = openFilms(addresses);
  return createRegistry({
    sources: [archive.source, films.source],
    embeds: [archive.item, archive.search, ...films.embeds],
  });
}
