import { useTranslation } from 'react-i18next';
import { useAttached } from '#lib/use-ref-effect.ts';
import styles from './Trailer.module.css';

interface TrailerProps {
  readonly title: string;
  readonly videoKey: string;
}

function bringIntoView(frame: HTMLElement): () => void {
  frame.scrollIntoView({ block: 'nearest' });
  frame.focus();
  return () => undefined;
}

/** Another site's player, asked for only now. */
export function Trailer({ title, videoKey }: TrailerProps) {
  const { t } = useTranslation();
  const frame = useAttached(bringIntoView, undefined);
  return (
    <iframe
      ref={frame}
      className={styles.trailer}
      src={`https://www.youtube-nocookie.com/embed/${videoKey}?autoplay=1&rel=0`}
      title={t(($) => $.details.trailerOf, { title })}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
