import { FadeImage } from './FadeImage.tsx';
import { posterFace } from './poster-fallback.ts';
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

/** An ornament beside a title in text. Until there is a picture, and where there is none, the title itself is set as one. */
export function Poster({ title, src }: PosterProps) {
  const { hue, light, letters } = posterFace(title);
  const style = { '--poster-hue': hue, '--poster-light': `${light}%`, '--letters': letters };
  return (
    <span className={styles.poster} style={style} aria-hidden>
      <span className={styles.face} dir="auto">
        {title}
      </span>
      {src !== undefined && (
        <FadeImage key={src} className={styles.picture} src={src} width={342} height={513} />
      )}
    </span>
  );
}
