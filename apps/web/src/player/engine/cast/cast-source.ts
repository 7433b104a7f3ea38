import type { Stream } from '@matinee/shared/media/stream';

import { chooseVariant, playlistFacts } from './cast-playlist.ts';
import type { PlaylistFacts } from './cast-playlist.ts';
import { chooseFile, fileQualities } from '../file-quality.ts';
import type { PictureSize, QualityWish } from '../resolution.ts';
import type { Wishes } from '../source.ts';

export interface CastSource {
  readonly url: string;
  readonly facts: PlaylistFacts | undefined;
  /** What can be chosen; empty when only the television can. */
  readonly qualities: readonly PictureSize[];
  readonly quality: PictureSize | undefined;
  /** Whether a wish leads to another address. */
  readonly isOther: (wish: QualityWish) => boolean;
}

interface SourceOptions {
  readonly wishes: () => Wishes;
  readonly signal: AbortSignal;
  readonly page?: string;
}

/** The address that the television is sent to. */
export async function castSource(
  stream: Stream,
  { wishes, signal, page = document.baseURI }: SourceOptions,
): Promise<CastSource> {
  if (Object.keys(stream.headers ?? {}).length > 0) {
    throw new Error('This source answers only the browser: a television cannot ask as it wants');
  }
  const whole = (url: string) => new URL(url, page).href;
  if (stream.type === 'file') {
    const pick = (wish: QualityWish) => chooseFile(stream.qualities, wish);
    const file = pick(wishes().quality);
    if (!file) throw new Error("couldn't select quality");
    return {
      url: whole(file.url),
      facts: undefined,
      qualities: fileQualities(stream.qualities),
      quality: file.quality,
      isOther: (wish) => pick(wish)?.quality !== file.quality,
    };
  }
  const playlist = whole(stream.playlist);
  const facts = await playlistFacts(playlist, signal);
  const variant = chooseVariant(facts, wishes().quality);
  return {
    url: variant?.url ?? playlist,
    facts,
    qualities: facts.variants.map(({ size }) => size),
    quality: variant?.size,
    isOther: (wish) => chooseVariant(facts, wish)?.url !== variant?.url,
  };
}
