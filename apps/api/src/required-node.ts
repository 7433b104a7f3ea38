const REQUIRED_MAJOR = 24;

/** What to do where this version of Node is too old; undefined where it is not. */
export function requiredNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= REQUIRED_MAJOR) return undefined;
  return `Matinee needs Node ${REQUIRED_MAJOR} or newer, and this is Node ${version}: install a newer one, or use "npm start", which brings its own.`;
}
