import {
  createParticle,
  hasEnded,
  moveOn,
  opacityOf,
  TICKS_PER_SECOND,
  type Particle,
} from './particle.ts';
import { isBatteryLow, isStrongEnough } from './may-move.ts';
import { chooseKinds, type Kind } from './season.ts';
import { SHAPES } from './shapes.ts';

const PARTICLES = 20;
/** After a pause the particles go on from where they were, instead of all being over. */
const LONGEST_FRAME_S = 0.1;
/** Nothing moves more than half a pixel in that time. */
const FRAME_MS = 33;
/** Frames come a little early or late. */
const EARLY_MS = 4;

/** Draws while it is seen: not in a hidden tab, nor scrolled away, nor where stillness is asked for. */
export function runLightbar(canvas: HTMLCanvasElement): () => void {
  const pen = canvas.getContext('2d');
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  if (!pen || !isStrongEnough()) return () => undefined;
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const kinds = chooseKinds(new Date(), PARTICLES, Math.random);
  let particles: Particle[] = [];
  let [isSeen, isTired, frame, before] = [true, false, 0, 0];
  let [width, height] = [0, 0];

  function fit(): void {
    ({ clientWidth: width, clientHeight: height } = canvas);
    const scale = Math.min(devicePixelRatio, 2);
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    pen?.scale(scale, scale);
    if (particles.length === 0) particles = kinds.map((kind) => scattered(kind, width));
  }

  function draw(now: number): void {
    frame = 0;
    wake();
    if (now - before < FRAME_MS - EARLY_MS) return;
    const seconds = Math.min(LONGEST_FRAME_S, (now - before) / 1_000);
    before = now;
    particles = particles.map((one) => {
      moveOn(one, seconds * TICKS_PER_SECOND);
      return hasEnded(one) ? createParticle(one.kind, width, Math.random) : one;
    });
    clear();
    const { color } = getComputedStyle(canvas);
    if (pen) for (const one of particles) drawParticle(pen, one, color);
  }

  function wake(): void {
    const mayMove = isSeen && !isTired && !stillness.matches && !signal.aborted;
    if (mayMove && frame === 0) frame = requestAnimationFrame(draw);
  }

  const sizes = new ResizeObserver(() => {
    fit();
    wake();
  });
  const sight = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true;
    wake();
  });
  sizes.observe(canvas);
  sight.observe(canvas);
  stillness.addEventListener('change', () => (stillness.matches ? clear() : wake()), { signal });
  void isBatteryLow().then((isLow) => {
    isTired = isLow;
  });

  function clear(): void {
    pen?.clearRect(0, 0, width, height);
  }

  return () => {
    lifetime.abort();
    cancelAnimationFrame(frame);
    sizes.disconnect();
    sight.disconnect();
  };
}

/** At the start they are of any age, or they would all come and go together. */
function scattered(kind: Kind, width: number): Particle {
  const particle = createParticle(kind, width, Math.random);
  moveOn(particle, Math.random() * particle.life);
  return particle;
}

function drawParticle(pen: CanvasRenderingContext2D, particle: Particle, color: string): void {
  const { kind, size, x, y, dx } = particle;
  pen.save();
  pen.globalAlpha = opacityOf(particle);
  pen.translate(x, y);
  pen.scale(kind.shape === 'fish' && dx < 0 ? -size : size, size);
  pen.fillStyle = color;
  pen.strokeStyle = color;
  SHAPES[kind.shape](pen);
  pen.restore();
}
