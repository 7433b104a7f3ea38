// Playlists that the server makes from a stream's file during playback. The server encodes one for each lower quality.
// One more contains the file itself with all its audio tracks.
import { QUALITIES, type FileStream, type Quality } from '@matinee/shared/media/stream';

import { holdLastFrame } from './adaptive-files.ts';
import type { MediaState, QualityPreference } from './engine.ts';
import { canChooseAudio } from './native/audio-tracks.ts';
import { fileQualities, isAutoQuality, nearestResolution, type ChosenFile } from './resolution.ts';
import type { AttachOptions } from './source.ts';

/** The qualities that the viewer can choose, best first. A single file is the original of the lower qualities. */
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
 * Returns the playlist for the preferred quality. Undefined if the quality has no playlist, or if it is the quality of
 * the file and the browser can choose among the file's audio tracks.
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
  /** Streams with a failed playlist. Their file plays until the viewer chooses again. */
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
    /** Returns the options for the playlist of one quality, which does not list the other qualities. */
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
        // The server may already be encoding as many streams as it can.
        failed: () => {
          failed.add(stream);
          options.report({ remedy: 'quality' });
          restart();
        },
      };
    },
  };
}
