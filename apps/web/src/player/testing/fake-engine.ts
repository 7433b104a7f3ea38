import { vi } from 'vitest';

import type { CreateEngine, Engine, EngineReports } from '../engine/engine.ts';

interface MadeEngine {
  readonly reports: EngineReports;
  readonly engine: Engine;
  /** Shows the frame of this second. */
  readonly frame: (time: number) => void;
  readonly watchers: () => number;
}

/** Engines that obey commands, and report when the test does. */
export function fakeEngines() {
  const made: MadeEngine[] = [];
  const create: CreateEngine = (_video, reports) => {
    const watchers = new Set<(time: number) => void>();
    let now = 0;
    const engine: Engine = {
      load: vi.fn<Engine['load']>(),
      unload: vi.fn<Engine['unload']>(),
      play: vi.fn<Engine['play']>(() => reports.state({ paused: false })),
      pause: vi.fn<Engine['pause']>(() => reports.state({ paused: true })),
      seek: vi.fn<Engine['seek']>((time) => reports.state({ time })),
      setVolume: vi.fn<Engine['setVolume']>((volume, muted) => reports.state({ volume, muted })),
      setRate: vi.fn<Engine['setRate']>((rate) => reports.state({ rate })),
      chooseQuality: vi.fn<Engine['chooseQuality']>((qualityPreference) =>
        reports.state({ qualityPreference }),
      ),
      chooseAudio: vi.fn<Engine['chooseAudio']>((audioTrack) => reports.state({ audioTrack })),
      preferAudio: vi.fn<Engine['preferAudio']>((audioLanguage) =>
        reports.state({ audioLanguage }),
      ),
      readCaption: vi.fn<Engine['readCaption']>(),
      readSecondCaption: vi.fn<Engine['readSecondCaption']>(),
      showCaption: vi.fn<Engine['showCaption']>(),
      onVideoFrame: (onFrame) => {
        watchers.add(onFrame);
        onFrame(now);
        return () => watchers.delete(onFrame);
      },
      destroy: vi.fn<Engine['destroy']>(),
    };
    const frame = (time: number) => {
      now = time;
      for (const onFrame of watchers) onFrame(time);
    };
    made.push({ reports, engine, frame, watchers: () => watchers.size });
    return engine;
  };
  const last = () => {
    const engine = made.at(-1);
    if (!engine) throw new Error('no engine has been made');
    return engine;
  };
  return { create, made, last };
}
