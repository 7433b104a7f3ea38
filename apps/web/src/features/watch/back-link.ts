const NEVER_BACK_TO = ['/media', '/s/', '/onboarding'];
const MAX_PATHS = 50;

let visited: readonly string[] = [];

/** Called with the path of every navigation. */
export function recordPath(path: string): void {
  if (visited.at(-1) !== path) visited = [...visited, path].slice(-MAX_PATHS);
}

/** The last visited page that is not a title, redirect or onboarding step; else the home page. */
export function backTarget(current: string): string {
  return backTargetOf(visited, current);
}

export function backTargetOf(paths: readonly string[], current: string): string {
  const isTarget = (path: string) =>
    path !== current && !NEVER_BACK_TO.some((start) => path.startsWith(start));
  return paths.findLast(isTarget) ?? '/';
}
