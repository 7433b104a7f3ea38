/** Links of earlier clients live behind a hash: `/#/media/tmdb-movie-550-fight-club`. */
export function pathOfHash(hash: string): string | undefined {
  // Two slashes would be another host.
  const path = /^#(\/.*)$/.exec(hash)?.[1];
  return path?.replace(/^\/+/, '/');
}

/** Before anything reads the address. */
export function leaveHash(): void {
  const path = pathOfHash(location.hash);
  if (path !== undefined) history.replaceState(null, '', path);
}
