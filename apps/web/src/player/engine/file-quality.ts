import type { FileStream, Quality } from '@matinee/shared/media/stream';

/** 4k comes after 480: it is played when a person asks for it, not by surprise. */
const PREFERENCE: readonly Quality[] = ['1080', '720', '480', '4k', '360', 'unknown'];

export interface ChosenFile {
  readonly quality: Quality;
  readonly url: string;
}

/** The best file by preference; a quality without an address does not exist. */
export function chooseFile(qualities: FileStream['qualities']): ChosenFile | undefined {
  for (const quality of PREFERENCE) {
    const url = qualities[quality]?.url;
    if (url) return { quality, url };
  }
  return undefined;
}
