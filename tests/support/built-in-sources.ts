import { builtInRegistry } from '@matinee/sources/built-in';

const { sources } = builtInRegistry({ internetArchive: 'https://archive.test', peertubeHosts: {} });

const ids = sources.map(({ id }) => id);

/** The value of `DISABLED_SOURCES` of servers that have only the operator's own sources. */
export const BUILT_IN_SOURCES = ids.join(',');
/** The same for servers that have the Internet Archive, or a fake of it, too. */
export const ALL_BUT_ARCHIVE = ids.filter((id) => id !== 'internet-archive').join(',');
