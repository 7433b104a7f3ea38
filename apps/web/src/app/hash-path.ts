/** Links of earlier clients live behind a hash: `/#/media/tmdb-movie-550-fight-club`. */
export function pathOfHash(hash: string): string | undefined {
  // Two slashes would be another host.
  const path = /^#(\/.*)$/.exec(hash)?.[1];
  return path?.replace(/^\/+/, '/');
}
