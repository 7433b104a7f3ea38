/** jsdom is a browser without WebVTT: the part of `VTTCue` that the caption library builds upon. */
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

/** Must run before captions are parsed: the library looks for the class when it is loaded. */
export function installVttCue(): void {
  Object.defineProperty(globalThis, 'VTTCue', { value: PlainCue, configurable: true });
}
