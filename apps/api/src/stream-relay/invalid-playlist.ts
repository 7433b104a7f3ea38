/** The other server said that it has a playlist, and that is none. */
export class InvalidPlaylistError extends Error {
  override name = 'NotAPlaylist';
}
