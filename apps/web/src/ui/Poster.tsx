import { useState } from 'react';
import { posterFace } from './poster-face.ts';
import styles from './Poster.module.css';

declare module 'react' {
  interface CSSProperties {
    [custom: `--${string}`]: string | number;
  }
}

interface PosterProps {
  readonly title: string;
  readonly src?: string | undefined;
}

/** An ornament beside a title in text. Where there is no picture, the title itself is set as one. */
export function Poster({ title, src }: PosterProps) {
  const { hue, light, letters } = posterFace(title);
  const style = { '--poster-hue': hue, '--poster-light': `${light}%`, '--letters': letters };
  return (
    <span className={styles.poster} style={style} aria-hidden>
      {src === undefined ? <Face title={title} /> : <Picture key={src} title={title} src={src} />}
    </span>
  );
}

function Face({ title }: { readonly title: string }) {
  return (
    <span className={styles.face} dir="auto">
      {title}
    </span>
  );
}

function Picture({ title, src }: { readonly title: string; readonly src: string }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed') return <Face title={title} />;
  return (
    <img
      className={styles.picture}
      data-state={state}
      src={src}
      alt=""
      width={342}
      height={513}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setState('loaded')}
      onError={() => setState('failed')}
    />
  );
}
