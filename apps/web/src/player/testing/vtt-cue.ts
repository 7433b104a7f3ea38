/** jsdom has no WebVTT: the part of `VTTCue` that media-captions builds upon. */
class PlainCue extends EventTarget {
  startTime: number;
  endTime: number;
  text: string;

  constructor(startTime: number, endTime: number, text: string) {
    super();
    this.startTime = startTime;
    this.endTime = endTime;
    this.text = text;
  }
}

/** Call before captions are parsed: media-captions looks for the class when it loads. */
export function installVttCue(): void {
  Object.defineProperty(globalThis, 'VTTCue', { value: PlainCue, configurable: true });
}
