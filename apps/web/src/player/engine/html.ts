import { attachSource } from './attach-source.ts';
import type { CreateEngine, Engine, EngineReports } from './engine.ts';
import { onVideoFrame } from './on-video-frame.ts';
import { createHtmlSource } from './html-source.ts';
import { MEDIA_EVENTS } from './media-events.ts';
import { createNativeCaptions } from './native/captions.ts';
import type { AttachSource } from './source.ts';

export const createHtmlEngine: CreateEngine = (video, reports) =>
  htmlEngine(video, reports, attachSource);

/** The engine for a `<video>`; `attach` connects a source to the element. */
export function htmlEngine(
  video: HTMLVideoElement,
  reports: EngineReports,
  attach: AttachSource,
): Engine {
  const life = new AbortController();
  const source = createHtmlSource(video, reports, attach, life.signal);
  const native = createNativeCaptions(video, reports.state, life.signal);

  for (const [name, describe] of Object.entries(MEDIA_EVENTS)) {
    const onEvent = () => {
      const { media, phase } = describe(video);
      if (source.isActive()) reports.state(media, phase);
    };
    video.addEventListener(name, onEvent, { signal: life.signal });
  }

  return {
    load: source.load,
    unload: source.unload,
    // Commands report their effect at once; the element's own event follows and may correct it.
    play: () => reports.state({ paused: !source.play() }),
    pause: () => reports.state({ paused: !source.pause() }),
    seek: (seconds) => {
      source.seek(seconds);
      reports.state({ time: seconds });
    },
    setVolume: (volume, muted) => {
      video.volume = volume;
      video.muted = muted;
      reports.state({ volume, muted });
    },
    setRate: (rate) => {
      // Keeps the pitch of voices at every rate.
      video.preservesPitch = true;
      // A new source resets the rate to the default rate.
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
      reports.state({ rate });
    },
    ...source.trackCommands,
    showCaption: native.show,
    onVideoFrame: (onFrame) => onVideoFrame(video, onFrame),
    destroy: () => {
      source.unload();
      life.abort();
    },
  };
}
