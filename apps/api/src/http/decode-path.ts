/**
 * The router answers a path that it cannot decode by itself, past all hooks and in a shape of its own. With its signs
 * taken literally it is a path like any other, and whoever is responsible for that part says that nothing is there.
 */
export function decodePath(url: string): string {
  const path = pathOf(url);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
