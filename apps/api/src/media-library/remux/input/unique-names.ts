import { languageCode } from '@matinee/sources/caption-language';

interface NamedTrack {
  /** The code in the file, such as `ger`. */
  readonly language: string | undefined;
  readonly name: string | undefined;
}

/** Returns a different name for each track, because players identify tracks by name. */
export function uniqueNames(tracks: readonly NamedTrack[]): readonly string[] {
  const seen = new Map<string, number>();
  return tracks.map((track, index) => {
    const language = languageCode(track.language ?? '');
    const plain = (track.name ?? language ?? '').replaceAll(/["\s\p{Cc}]+/gu, ' ');
    const name = plain.trim().slice(0, 100) || `Track ${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
