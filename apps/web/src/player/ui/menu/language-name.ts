/** `de` → `German`, in the language of the interface; undefined for what no language is called. */
export function languageName(tag: string | undefined, locale: string): string | undefined {
  if (tag === undefined) return undefined;
  try {
    return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(tag);
  } catch {
    return undefined;
  }
}
