import { useState } from 'react';

interface FadeImageProps {
  /** Styled by `data-state`: loading or loaded. */
  readonly className: string | undefined;
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** A decorative image that loads near the viewport; its size is reserved before. */
export function FadeImage({ className, src, width, height }: FadeImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'missing'>('loading');
  if (state === 'missing') return null;
  return (
    <img
      className={className}
      loading="lazy"
      src={src}
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
