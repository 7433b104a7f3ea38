import { builtInRegistry } from '@matinee/sources/built-in';

const { sources } = builtInRegistry({ internetArchive: 'https://archive.test', peertubeHosts: {} });

/** The value of `DISABLED_SOURCES` of servers that have only the operator's own sources. */
export const BUILT_IN_SOURCES = sources.map(({ id }) => id).join(',');
