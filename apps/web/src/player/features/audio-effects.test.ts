// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { createAudioGraph } from './audio-effects.ts';

const NO_EFFECTS = { nightMode: false, delay: 0 };

/** Every node records its target. */
const wires = new Set<string>();
const contexts: FakeContext[] = [];

class FakeNode {
  readonly name: string;
  readonly delayTime = { value: 0 };
  readonly gain = { value: 1 };
  readonly threshold = { value: 0 };
  readonly knee = { value: 0 };
  readonly ratio = { value: 0 };
  constructor(name: string) {
    this.name = name;
  }
  connect(to: FakeNode) {
    wires.add(`${this.name} → ${to.name}`);
    return to;
  }
  disconnect() {
    for (const wire of wires) if (wire.startsWith(`${this.name} `)) wires.delete(wire);
  }
}

class FakeContext {
  readonly destination = new FakeNode('out');
  readonly delay = new FakeNode('delay');
  readonly resume = vi.fn(() => this.start());
  readonly close = vi.fn(() => Promise.resolve());
  constructor() {
    contexts.push(this);
  }
  start(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  createMediaElementSource() {
    return new FakeNode('film');
  }
  createDelay() {
    return this.delay;
  }
  createDynamicsCompressor() {
    return new FakeNode('compressor');
  }
  createGain() {
    return new FakeNode('gain');
  }
}

let isForeign = false;
let alpha = 255;

beforeEach(() => {
  wires.clear();
  contexts.length = 0;
  isForeign = false;
  alpha = 255;
  vi.stubGlobal('AudioContext', FakeContext);
  const drawing = {
    drawImage: () => undefined,
    getImageData: () => {
      if (isForeign) throw new DOMException('tainted', 'SecurityError');
      return { data: [0, 0, 0, alpha] };
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    // @ts-expect-error -- the code under test uses only these two methods of a canvas context.
    drawing,
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setUp({ videoWidth = 640, readyState = 4 } = {}) {
  const made = fakeVideo();
  made.facts.readyState = readyState;
  Object.defineProperty(made.video, 'videoWidth', { value: videoWidth });
  const lost = vi.fn<() => void>();
  return { ...made, lost, effects: createAudioGraph(made.video, lost) };
}

const NIGHT = { nightMode: true, delay: 0 };

test('nothing is routed before the first effect', () => {
  const { effects } = setUp();
  expect(effects.route()).toBe('open');
  expect(effects.apply(NO_EFFECTS)).toBe(true);
  expect(contexts).toHaveLength(0);
});

test('night mode routes audio through the compressor and its make-up gain, and back', () => {
  const { effects } = setUp();
  expect(effects.apply(NIGHT)).toBe(true);
  const through = ['film → delay', 'compressor → gain', 'gain → out', 'delay → compressor'];
  expect(wires).toEqual(new Set(through));
  effects.apply({ nightMode: false, delay: 0.4 });
  expect(wires).toContain('delay → out');
  expect(wires).not.toContain('delay → compressor');
  expect(contexts).toHaveLength(1);
  expect(contexts[0]?.delay.delayTime.value).toBe(0.4);
});

test('an effect chosen earlier is routed once Web Audio runs, in one context', async () => {
  const running = Promise.withResolvers<undefined>();
  vi.spyOn(FakeContext.prototype, 'start').mockReturnValue(running.promise);
  const { effects } = setUp();
  const applied = [effects.applyOnceRunning(NIGHT), effects.applyOnceRunning(NIGHT)];
  expect(wires.size).toBe(0);
  running.resolve(undefined);
  expect(await Promise.all(applied)).toEqual([true, true]);
  expect(wires).toContain('delay → compressor');
  expect(contexts).toHaveLength(1);
});

test('a cross-origin movie keeps its sound: it is never routed', () => {
  isForeign = true;
  const { effects } = setUp();
  expect(effects.route()).toBe('crossOrigin');
  expect(effects.apply(NIGHT)).toBe(false);
  expect(contexts).toHaveLength(0);
});

test('media without video counts as cross-origin', () => {
  expect(setUp({ videoWidth: 0 }).effects.route()).toBe('crossOrigin');
});

test('a source that has not loaded is unknown, and Safari cannot tell', () => {
  expect(setUp({ readyState: 1 }).effects.route()).toBe('unknown');
  const { video, effects } = setUp();
  Object.assign(video, { webkitShowPlaybackTargetPicker: () => undefined });
  expect(effects.route()).toBe('unsupported');
});

test('a cross-origin movie after a routed one needs another element, a same-origin one does not', () => {
  const { effects, dispatch, lost } = setUp();
  effects.apply(NIGHT);
  dispatch('loadstart');
  dispatch('loadeddata');
  expect(lost).not.toHaveBeenCalled();
  isForeign = true;
  dispatch('loadstart');
  dispatch('loadeddata');
  expect(lost).toHaveBeenCalledOnce();
});

test('a browser that has no frame yet cannot tell, and a routed element is checked with its first frame', () => {
  alpha = 0;
  const { effects, dispatch, lost } = setUp();
  expect(effects.route()).toBe('unknown');
  expect(effects.apply(NIGHT)).toBe(false);
  alpha = 255;
  effects.apply(NIGHT);
  alpha = 0;
  dispatch('loadstart');
  dispatch('loadeddata');
  expect(lost).not.toHaveBeenCalled();
  isForeign = true;
  dispatch('timeupdate');
  expect(lost).toHaveBeenCalledOnce();
});

test('a context that the system has suspended resumes with playback, and closes with the element', () => {
  const { effects, dispatch } = setUp();
  effects.apply(NIGHT);
  const [context] = contexts;
  context?.resume.mockClear();
  dispatch('play');
  expect(context?.resume).toHaveBeenCalledOnce();
  effects.destroy();
  expect(context?.close).toHaveBeenCalledOnce();
});
