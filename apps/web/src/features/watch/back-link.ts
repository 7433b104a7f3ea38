const NEVER_BACK_TO = ['/media', '/s/', '/onboarding'];
// More than anybody walks back; the list must not grow with the session.
const REMEMBERED = 50;

let visited: readonly string[] = [];

/** Called with the path of every navigation. */
export function rememberPath(path: string): void {
  if (visited.at(-1) !== path) visited = [...visited, path].slice(-REMEMBERED);
}

/** The last page that was neither a title nor a passage, else the home page. */
export function backTarget(current: string): string {
  return backTargetOf(visited, current);
}

export function backTargetOf(paths: readonly string[], current: string): string {
  const isTarget = (path: string) =>
    path !== current && !NEVER_BACK_TO.some((start) => path.startsWith(start));
  return paths.findLast(isTarget) ?? '/';
}
