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

/** An ornament beside a text, which comes when it is near the window and has its place before that. */
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
