/** The upstream server's playlist is invalid. */
export class InvalidPlaylistError extends Error {
  override name = 'NotAPlaylist';
}
