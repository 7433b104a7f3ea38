// Each particle is an element, drawn once and animated by the browser.
import { z } from 'zod';
import { chooseKinds, createParticle, framesOf, type ParticleKind, lifeMs } from './particles.ts';
import { SHAPES } from './shapes.ts';

const PARTICLES = 20;
/** Canvas size relative to the unit-sized shape. */
const CANVAS_SCALE = 1.2;

/** Pauses in a hidden tab and out of view; ends with `prefers-reduced-motion`. */
export function runLightbar(light: HTMLElement): () => void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  if (!isStrongEnough()) return () => undefined;
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const kinds = chooseKinds(new Date(), PARTICLES, Math.random);
  const animations = new Map<HTMLElement, Animation>();
  let [isInView, isPowerLow, width] = [false, false, 0];

  /** Animates one life after another. Random initial ages spread the particles over time. */
  function animate(element: HTMLElement, kind: ParticleKind, age = 0): void {
    const particle = createParticle(kind, width, Math.random);
    if (element instanceof HTMLCanvasElement) drawInto(element, particle);
    const animation = element.animate(framesOf(particle), lifeMs(particle));
    animation.currentTime = age * lifeMs(particle);
    animation.onfinish = () => animate(element, kind);
    // The previous animation may have finished in a hidden tab.
    if (!isShown()) animation.pause();
    animations.set(element, animation);
  }

  const isShown = (): boolean => isInView && document.visibilityState === 'visible';

  function begin(): void {
    for (const kind of kinds) {
      const element = document.createElement(kind.shape === 'speck' ? 'span' : 'canvas');
      light.append(element);
      animate(element, kind, Math.random());
    }
  }

  function end(): void {
    for (const animation of animations.values()) animation.cancel();
    animations.clear();
    light.replaceChildren();
  }

  function update(): void {
    if (isPowerLow || reducedMotion.matches || width === 0) return end();
    if (animations.size === 0) return isInView ? begin() : undefined;
    // Calling play() on a finished animation would restart it.
    const [from, to] = isShown() ? (['paused', 'play'] as const) : (['running', 'pause'] as const);
    for (const animation of animations.values()) if (animation.playState === from) animation[to]();
  }

  const observer = new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting ?? true;
    width = entry?.boundingClientRect.width ?? width;
    update();
  });
  observer.observe(light);
  reducedMotion.addEventListener('change', update, { signal });
  document.addEventListener('visibilitychange', update, { signal });
  void isBatteryLow().then((isLow) => {
    isPowerLow = isLow;
    if (!signal.aborted) update();
  });

  return () => {
    lifetime.abort();
    observer.disconnect();
    end();
  };
}

interface DrawnParticle {
  readonly kind: ParticleKind;
  readonly size: number;
}

function drawInto(canvas: HTMLCanvasElement, { kind, size }: DrawnParticle): void {
  const context = canvas.getContext('2d');
  const pixels = Math.ceil(size * CANVAS_SCALE * Math.min(devicePixelRatio, 2));
  canvas.width = pixels;
  canvas.height = pixels;
  canvas.style.inlineSize = `${size * CANVAS_SCALE}px`;
  if (!context || kind.shape === 'speck') return;
  context.translate(pixels / 2, pixels / 2);
  context.scale(pixels / CANVAS_SCALE, pixels / CANVAS_SCALE);
  SHAPES[kind.shape](context);
}

const Device = z.object({
  connection: z.object({ saveData: z.boolean().optional() }).optional().catch(undefined),
  deviceMemory: z.number().optional().catch(undefined),
  hardwareConcurrency: z.number().optional().catch(undefined),
});

const LOW_MEMORY_GIB = 1;

const deviceInfo = () => {
  const { connection, deviceMemory, hardwareConcurrency } = Device.catch({}).parse(navigator);
  return { saveData: connection?.saveData ?? false, deviceMemory, hardwareConcurrency };
};

export function isStrongEnough(device = deviceInfo()): boolean {
  const { saveData, deviceMemory = Infinity, hardwareConcurrency = Infinity } = device;
  return !saveData && deviceMemory > LOW_MEMORY_GIB && hardwareConcurrency > 1;
}

const Battery = z.object({ charging: z.boolean(), level: z.number() });
const WithBattery = z.object({ getBattery: z.custom<() => Promise<unknown>>(isFunction) });
const LOW_BATTERY = 0.2;

/** False in browsers without the Battery Status API. */
export async function isBatteryLow(): Promise<boolean> {
  const device = WithBattery.safeParse(navigator);
  if (!device.success) return false;
  const battery = Battery.safeParse(await device.data.getBattery.call(navigator).catch(() => null));
  return battery.success && !battery.data.charging && battery.data.level <= LOW_BATTERY;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
