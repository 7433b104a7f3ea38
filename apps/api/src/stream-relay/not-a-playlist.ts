/** The other server said that it has a playlist, and that is none. */
export class NotAPlaylist extends Error {
  override name = 'NotAPlaylist';
}
