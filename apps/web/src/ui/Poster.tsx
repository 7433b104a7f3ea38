import { FadeImage } from './FadeImage.tsx';
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
  const face = (
    <span className={styles.face} dir="auto">
      {title}
    </span>
  );
  return (
    <span className={styles.poster} style={style} aria-hidden>
      {src === undefined ? (
        face
      ) : (
        <FadeImage
          key={src}
          className={styles.picture}
          src={src}
          width={342}
          height={513}
          fallback={face}
        />
      )}
    </span>
  );
}
