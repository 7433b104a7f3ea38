import { useTranslation } from 'react-i18next';
import type { PlaybackError } from '#player/engine/engine.ts';
import { usePlayerState } from '#player/use-player.ts';
import { Spinner } from '#ui/Spinner.tsx';
import type { CustomVideo } from './custom-stream.ts';
import { DevVideoForm } from './DevVideoForm.tsx';
import styles from './DevVideoForm.module.css';

interface DevVideoScreenProps {
  /** Nothing plays yet; it also comes when what plays has broken. */
  readonly isOpen: boolean;
  readonly video: CustomVideo;
  readonly onPlay: (video: CustomVideo) => void;
}

export function DevVideoScreen({ isOpen, video, onPlay }: DevVideoScreenProps) {
  const { t } = useTranslation();
  const error = usePlayerState((state) => (state.phase === 'failed' ? state.error : undefined));
  const isBeginning = usePlayerState(({ phase }) => phase === 'empty');
  const reason = useReason(error);
  const host = URL.parse(video.url)?.host;
  if (!isOpen && !error) {
    return isBeginning ? (
      <div className={styles.screen}>
        <Spinner size="large" label={t(($) => $.player.loading)} />
      </div>
    ) : null;
  }
  return (
    <div className={styles.screen}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t(($) => $.devVideo.title)}</h1>
        <p className={styles.lead}>{t(($) => $.devVideo.lead)}</p>
        {isOpen && host && <p className={styles.lead}>{t(($) => $.devVideo.linked, { host })}</p>}
        {error && (
          <div className={styles.failure} role="alert">
            <p>{t(($) => $.devVideo.failed, { reason })}</p>
            <code dir="ltr">{`${error.type}: ${error.message ?? error.errorName}`}</code>
          </div>
        )}
        <DevVideoForm video={video} onPlay={onPlay} />
      </div>
    </div>
  );
}

function useReason(error: PlaybackError | undefined): string {
  const { t } = useTranslation();
  return t(($) => $.player.playbackError.errors[error?.key ?? 'errorGenericMedia'], {
    codec: error?.codec ?? '',
  });
}
