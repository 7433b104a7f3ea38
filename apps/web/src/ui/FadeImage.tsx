import { useState } from 'react';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { whenVisible } from '#lib/scroll-observers.ts';

/** `loading="lazy"` loads images 1,250 px or more ahead. On a slow connection, they delay the visible images. */
const MARGIN_PX = 300;

interface FadeImageProps {
  /** Styled by `data-state`: loading or loaded. */
  readonly className: string | undefined;
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** A decorative image that loads near the viewport. Its space is reserved earlier. */
export function FadeImage({ className, src, width, height }: FadeImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'missing'>('loading');
  const image = useRefEffect(loadWhenNear, src);
  if (state === 'missing') return null;
  return (
    <img
      ref={image}
      className={className}
      data-state={state}
      alt=""
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      onLoad={() => setState('loaded')}
      onError={() => setState('missing')}
    />
  );
}

function loadWhenNear(image: HTMLImageElement, src: string): () => void {
  return whenVisible(image, () => (image.src = src), MARGIN_PX);
}
