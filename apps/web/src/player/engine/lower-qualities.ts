// Playlists that the server makes of a stream's file while they play: one for each lower quality, which it encodes, and one
// of the file itself with all its audio tracks.
import { QUALITIES, type FileStream, type Quality } from '@matinee/shared/media/stream';

import { holdLastFrame } from './adaptive-files.ts';
import type { MediaState, QualityPreference } from './engine.ts';
import { canChooseAudio } from './native/audio-tracks.ts';
import { fileQualities, isAutoQuality, nearestResolution, type ChosenFile } from './resolution.ts';
import type { AttachOptions } from './source.ts';

/** What the viewer can choose, best first. One file is the original of the lower qualities. */
export function qualitiesOf(stream: FileStream): Pick<MediaState, 'qualities' | 'original'> {
  return { qualities: offeredBy(stream), original: originalOf(stream) };
}

function originalOf({ qualities, lowerQualities }: FileStream): Quality | undefined {
  const files = fileQualities(qualities);
  return lowerQualities && files.length === 1 ? files[0] : undefined;
}

const offeredBy = ({ qualities, lowerQualities = {} }: FileStream): readonly Quality[] =>
  QUALITIES.filter((quality) => qualities[quality]?.url || lowerQualities[quality]?.url);

/**
 * Undefined if a file is as near to the preferred quality, unless it has other audio tracks that the browser can't choose.
 */
export function choosePlaylist(
  stream: FileStream,
  preference: QualityPreference,
  isAudioChoosable: boolean,
): ChosenFile | undefined {
  const original = originalOf(stream);
  const isOriginal = isAutoQuality(preference) || preference === 'unknown';
  const quality = isOriginal ? original : nearestResolution(preference, offeredBy(stream));
  if (quality === original && isAudioChoosable) return undefined;
  const url = quality && stream.lowerQualities?.[quality]?.url;
  return url ? { quality, url } : undefined;
}

interface Attachment {
  readonly video: HTMLVideoElement;
  readonly stream: FileStream;
  readonly options: AttachOptions;
}

export function createLowerQualities() {
  /** The file of these streams plays until the viewer chooses again. */
  const failed = new WeakSet<FileStream>();

  const choose = (
    video: HTMLVideoElement,
    stream: FileStream,
    { isFrugal, preferences }: AttachOptions,
  ) =>
    isFrugal || failed.has(stream)
      ? undefined
      : choosePlaylist(stream, preferences().quality, canChooseAudio(video));

  return {
    choose,
    retry: (stream: FileStream): void => void failed.delete(stream),
    /** For the playlist of this quality, which knows nothing of the others. */
    optionsFor: (quality: Quality, { video, stream, options }: Attachment): AttachOptions => {
      const restart = () => {
        holdLastFrame(video);
        options.restart();
      };
      return {
        ...options,
        report: ({ qualities: _all, original: _own, quality: _one, ...patch }) =>
          options.report(patch),
        setControls: (controls) =>
          options.setControls({
            ...controls,
            chooseQuality: () => {
              if (choose(video, stream, options)?.quality !== quality) restart();
            },
          }),
        // The server may be encoding for as many others as it can.
        failed: () => {
          failed.add(stream);
          options.report({ remedy: 'quality' });
          restart();
        },
      };
    },
  };
}
