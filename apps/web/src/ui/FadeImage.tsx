import { useState, type ReactNode } from 'react';

interface FadeImageProps {
  /** Styled by `data-state`: loading or loaded. */
  readonly className: string | undefined;
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** Where the picture cannot be had. */
  readonly fallback?: ReactNode;
}

/** An ornament beside a text, which comes when it is near the window and has its place before that. */
export function FadeImage({ className, src, width, height, fallback = null }: FadeImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed') return fallback;
  return (
    <img
      className={className}
      data-state={state}
      src={src}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setState('loaded')}
      onError={() => setState('failed')}
    />
  );
}
