export type SliderStep = 'forward' | 'back' | 'pageForward' | 'pageBack' | 'start' | 'end';

const STEPS: Readonly<Record<string, SliderStep>> = {
  ArrowRight: 'forward',
  ArrowLeft: 'back',
  PageUp: 'pageForward',
  PageDown: 'pageBack',
  Home: 'start',
  End: 'end',
};

const MIRRORED: Readonly<Record<string, SliderStep>> = { ArrowRight: 'back', ArrowLeft: 'forward' };

/** What a key means on a slider that grows in this direction. */
export function sliderStep(key: string, direction: string): SliderStep | undefined {
  return (direction === 'rtl' ? MIRRORED[key] : undefined) ?? STEPS[key];
}

/** How far along a box a pointer is, 0-1. */
export function fractionAt(
  clientX: number,
  box: { readonly left: number; readonly width: number },
  direction: string,
): number {
  if (box.width <= 0) return 0;
  const fromLeft = Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
  return direction === 'rtl' ? 1 - fromLeft : fromLeft;
}
