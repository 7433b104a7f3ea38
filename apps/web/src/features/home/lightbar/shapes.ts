// Seasonal shapes, drawn around the origin in a box of 1 × 1.
import type { ShapeName } from './particles.ts';

type Pen = CanvasRenderingContext2D;

const CIRCLE = Math.PI * 2;

export const SHAPES: Readonly<Record<Exclude<ShapeName, 'speck'>, (pen: Pen) => void>> = {
  snowflake,
  santa,
  ghost,
  pumpkin,
  leaf,
  fish,
};

function fill(pen: Pen, path: Path2D, draw: (path: Path2D) => void, color?: string): void {
  draw(path);
  if (color !== undefined) pen.fillStyle = color;
  pen.fill(path);
}

const blob = (pen: Pen, outline: string, color: string): void => {
  pen.fillStyle = color;
  pen.fill(new Path2D(outline));
};

function dot(pen: Pen, [x, y, radius]: readonly [number, number, number], color: string): void {
  fill(pen, new Path2D(), (path) => path.arc(x, y, radius, 0, CIRCLE), color);
}

function snowflake(pen: Pen): void {
  pen.strokeStyle = 'oklch(0.97 0.01 250)';
  const arm = new Path2D('M0 0V-.48M0 -.22L.13 -.35M0 -.22L-.13 -.35');
  pen.lineWidth = 0.07;
  pen.lineCap = 'round';
  for (let turn = 0; turn < 6; turn++) {
    pen.stroke(arm);
    pen.rotate(Math.PI / 3);
  }
}

/** Santa's cap. */
function santa(pen: Pen): void {
  blob(
    pen,
    'M-.38 .2C-.3 -.25 -.05 -.45 .2 -.36C.36 -.3 .44 -.12 .42 .04L.3 .02C.28 -.06 .25 -.1 .2 -.12C.28 0 .32 .1 .34 .2Z',
    'oklch(0.58 0.21 27)',
  );
  blob(
    pen,
    'M-.36 .16H.34A.09 .09 0 0 1 .34 .36H-.36A.09 .09 0 0 1 -.36 .16Z',
    'oklch(0.97 0.01 90)',
  );
  dot(pen, [0.37, 0.08, 0.1], 'oklch(0.97 0.01 90)');
}

function ghost(pen: Pen): void {
  blob(
    pen,
    'M-.34 .45V-.1A.34 .36 0 0 1 .34 -.1V.45L.2 .34L.07 .45L-.07 .34L-.2 .45Z',
    'oklch(0.95 0.01 280)',
  );
  dot(pen, [-0.12, -0.1, 0.06], 'oklch(0.25 0.03 280)');
  dot(pen, [0.12, -0.1, 0.06], 'oklch(0.25 0.03 280)');
  fill(pen, new Path2D(), (path) => path.ellipse(0, 0.08, 0.06, 0.09, 0, 0, CIRCLE));
}

function pumpkin(pen: Pen): void {
  blob(
    pen,
    'M-.04 -.24C-.06 -.36 0 -.44 .1 -.46L.13 -.4C.06 -.36 .05 -.3 .06 -.24Z',
    'oklch(0.5 0.1 140)',
  );
  for (const [x, tone] of [
    [-0.22, 0.64],
    [0.22, 0.64],
    [0, 0.7],
  ] as const)
    fill(
      pen,
      new Path2D(),
      (path) => path.ellipse(x, 0.08, 0.24, 0.33, 0, 0, CIRCLE),
      `oklch(${tone} 0.18 50)`,
    );
  const face =
    'M-.24 .02L-.15 -.12L-.06 .02ZM.06 .02L.15 -.12L.24 .02ZM-.26 .14L-.12 .19L0 .15L.12 .19L.26 .14C.18 .32 -.18 .32 -.26 .14Z';
  blob(pen, face, 'oklch(0.88 0.16 95)');
}

/** Seven fingers and a stem. */
function leaf(pen: Pen): void {
  pen.save();
  pen.translate(0, 0.2);
  const finger = (turn: number, length: number): void => {
    pen.save();
    pen.rotate(turn);
    const half = length / 2;
    blob(
      pen,
      `M0 0C${length * 0.24} ${-half * 0.6} ${length * 0.16} ${-half * 1.4} 0 ${-length}C${-length * 0.16} ${-half * 1.4} ${-length * 0.24} ${-half * 0.6} 0 0Z`,
      'oklch(0.68 0.16 145)',
    );
    pen.restore();
  };
  for (const [turn, length] of [
    [0, 0.66],
    [0.6, 0.55],
    [1.15, 0.42],
    [1.75, 0.26],
  ] as const) {
    finger(turn, length);
    if (turn > 0) finger(-turn, length);
  }
  blob(pen, 'M-.015 0H.015L.03 .28H0Z', 'oklch(0.6 0.13 145)');
  pen.restore();
}

/** Swims to the right. */
function fish(pen: Pen): void {
  blob(
    pen,
    'M.48 0C.3 -.28 -.06 -.3 -.24 -.04L-.48 -.24C-.42 -.06 -.42 .06 -.48 .24L-.24 .04C-.06 .3 .3 .28 .48 0Z',
    'oklch(0.78 0.14 60)',
  );
  dot(pen, [0.26, -0.06, 0.045], 'oklch(0.2 0.03 60)');
}
