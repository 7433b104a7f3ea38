import type { AudioTrack } from './engine.ts';

/** `ger`, `deu` and `DE` are all `de`. */
export function canonicalLanguage(tag: string | undefined): string | undefined {
  if (!tag) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical === 'und' ? undefined : canonical;
  } catch {
    return undefined;
  }
}

const baseOf = (tag: string | undefined) => tag?.split('-')[0];

/** An empty label matches no track. */
export interface WantedAudio {
  readonly language: string | undefined;
  readonly label?: string | undefined;
}

/**
 * Prefers the same label among tracks of the language, then the same region, then the same base language. Without a
 * language, only the label counts.
 */
export function findAudio(
  tracks: readonly AudioTrack[],
  wanted: WantedAudio,
): AudioTrack | undefined {
  const language = canonicalLanguage(wanted.language);
  if (language === undefined) {
    const unnamed = tracks.filter((track) => track.language === undefined);
    return unnamed.find(({ label }) => label !== '' && label === wanted.label);
  }
  const alike = tracks.filter((track) => baseOf(track.language) === baseOf(language));
  const same = alike.filter((track) => track.language === language);
  return same.find(({ label }) => label === wanted.label) ?? same[0] ?? alike[0];
}
