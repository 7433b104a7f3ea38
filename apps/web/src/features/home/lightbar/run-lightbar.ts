// Each particle is an element of its own, drawn once in its life; the browser moves and fades it by itself.
import { createParticle, framesOf, lifeMs } from './particle.ts';
import { isBatteryLow, isStrongEnough } from './can-animate.ts';
import { chooseKinds, type Kind } from './seasonal-shapes.ts';
import { SHAPES } from './shapes.ts';

const PARTICLES = 20;
/** Around a shape, which is one by one. */
const ROOM = 1.2;

/** Goes on while it is seen: not in a hidden tab, nor scrolled away, nor where stillness is asked for. */
export function runLightbar(light: HTMLElement): () => void {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  if (!isStrongEnough()) return () => undefined;
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const kinds = chooseKinds(new Date(), PARTICLES, Math.random);
  const lives = new Map<HTMLElement, Animation>();
  let [isSeen, isTired, width] = [false, false, 0];

  /** One life after the other. At first they are of any age, or they would all come and go together. */
  function live(picture: HTMLElement, kind: Kind, age = 0): void {
    const particle = createParticle(kind, width, Math.random);
    if (picture instanceof HTMLCanvasElement) drawInto(picture, particle);
    const life = picture.animate(framesOf(particle), lifeMs(particle));
    life.currentTime = age * lifeMs(particle);
    life.onfinish = () => live(picture, kind);
    // The one before may have ended just when nobody looks.
    if (!isShown()) life.pause();
    lives.set(picture, life);
  }

  const isShown = (): boolean => isSeen && document.visibilityState === 'visible';

  function begin(): void {
    for (const kind of kinds) {
      const picture = document.createElement(kind.shape === 'speck' ? 'span' : 'canvas');
      light.append(picture);
      live(picture, kind, Math.random());
    }
  }

  function end(): void {
    for (const life of lives.values()) life.cancel();
    lives.clear();
    light.replaceChildren();
  }

  function look(): void {
    if (isTired || stillness.matches || width === 0) return end();
    if (lives.size === 0) return isSeen ? begin() : undefined;
    // One that is at its end is followed by the next: it would begin anew.
    const [from, to] = isShown() ? (['paused', 'play'] as const) : (['running', 'pause'] as const);
    for (const life of lives.values()) if (life.playState === from) life[to]();
  }

  const sight = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true;
    width = entry?.boundingClientRect.width ?? width;
    look();
  });
  sight.observe(light);
  stillness.addEventListener('change', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  void isBatteryLow().then((isLow) => {
    isTired = isLow;
    if (!signal.aborted) look();
  });

  return () => {
    lifetime.abort();
    sight.disconnect();
    end();
  };
}

interface Drawn {
  readonly kind: Kind;
  readonly size: number;
}

function drawInto(picture: HTMLCanvasElement, { kind, size }: Drawn): void {
  const pen = picture.getContext('2d');
  const pixels = Math.ceil(size * ROOM * Math.min(devicePixelRatio, 2));
  picture.width = pixels;
  picture.height = pixels;
  picture.style.inlineSize = `${size * ROOM}px`;
  if (!pen || kind.shape === 'speck') return;
  pen.translate(pixels / 2, pixels / 2);
  pen.scale(pixels / ROOM, pixels / ROOM);
  SHAPES[kind.shape](pen);
}
