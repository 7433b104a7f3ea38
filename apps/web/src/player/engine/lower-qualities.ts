// Qualities below those of a stream's files. The server encodes each while it plays, in a playlist of its own.
import { QUALITIES, type FileStream, type Quality } from '@matinee/shared/media/stream';

import { holdLastFrame } from './adaptive-files.ts';
import type { MediaState, QualityPreference } from './engine.ts';
import { fileQualities, isAutoQuality, nearestResolution, type ChosenFile } from './resolution.ts';
import type { AttachOptions } from './source.ts';

/** What the viewer can choose, best first. One file is the original of the lower qualities. */
export function qualitiesOf(stream: FileStream): Pick<MediaState, 'qualities' | 'original'> {
  const files = fileQualities(stream.qualities);
  const [original] = stream.lowerQualities && files.length === 1 ? files : [];
  return { qualities: offeredBy(stream), original };
}

const offeredBy = ({ qualities, lowerQualities = {} }: FileStream): readonly Quality[] =>
  QUALITIES.filter((quality) => qualities[quality]?.url || lowerQualities[quality]?.url);

/** Undefined if a file is as near to the preferred quality. */
export function chooseLower(
  stream: FileStream,
  preference: QualityPreference,
): ChosenFile | undefined {
  if (isAutoQuality(preference) || preference === 'unknown') return undefined;
  const quality = nearestResolution(preference, offeredBy(stream));
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

  const choose = (stream: FileStream, { isFrugal, preferences }: AttachOptions) =>
    isFrugal || failed.has(stream) ? undefined : chooseLower(stream, preferences().quality);

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
              if (choose(stream, options)?.quality !== quality) restart();
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
