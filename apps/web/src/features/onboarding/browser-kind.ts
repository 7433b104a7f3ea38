/** `none` supports no extensions; `safari` does, but not ours. */
export type BrowserKind = 'chromium' | 'firefox' | 'safari' | 'none' | 'unknown';

export function browserKind(userAgent: string, touchPoints: number): BrowserKind {
  // Safari on iPadOS reports a Mac.
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (isApple) return 'none';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrom(e|ium)\//.test(userAgent)) return /Android/.test(userAgent) ? 'none' : 'chromium';
  return /Safari\//.test(userAgent) ? 'safari' : 'unknown';
}
