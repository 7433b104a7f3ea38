import { useState } from 'react';
import { loadPicture } from '#lib/preload-images.ts';
import { useAttached } from '#lib/use-ref-effect.ts';

interface FadeImageProps {
  /** Styled by `data-state`: loading or loaded. */
  readonly className: string | undefined;
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** A decorative image that loads near the window; its size is reserved before. */
export function FadeImage({ className, src, width, height }: FadeImageProps) {
  const [isMissing, setIsMissing] = useState(false);
  const picture = useAttached(loadPicture, src);
  if (isMissing) return null;
  return (
    <img
      ref={picture}
      className={className}
      alt=""
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      onError={() => setIsMissing(true)}
    />
  );
}
