const REQUIRED_MAJOR = 24;

/** Returns the message for a version of Node that is too old. Undefined for a supported version. */
export function requiredNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= REQUIRED_MAJOR) return undefined;
  return `Matinee needs Node ${REQUIRED_MAJOR} or later. This is Node ${version}. Install a later version, or use "npm start", which brings its own.`;
}
