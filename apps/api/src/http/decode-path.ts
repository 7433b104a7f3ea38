/**
 * Escapes malformed percent-encoding. The router would reply to such a path itself, before all hooks and in another
 * format. The escaped path gets an ordinary 404.
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

/** Returns the path without the query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
