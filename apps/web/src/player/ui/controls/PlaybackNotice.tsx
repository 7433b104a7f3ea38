import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Toast } from '#ui/Toast.tsx';

import { usePlayerState } from '../../use-player.ts';
import { ControlsArea } from './ControlsArea.tsx';
import styles from './PlaybackNotice.module.css';

const SHOWN_MS = 8_000;

/** A short notice over the video, after a failure or an automatic recovery. */
export function PlaybackNotice({ children }: { readonly children?: ReactNode }) {
  const remedy = usePlayerState(({ media }) => media.remedy);
  const codec = usePlayerState(({ media }) => media.silentCodec);
  return (
    <ControlsArea className={styles.place}>
      <div role="status" className={styles.stack}>
        {remedy && <Remedy key={remedy} remedy={remedy} />}
        {codec !== undefined && <Silence key={codec} codec={codec} />}
        {children}
      </div>
    </ControlsArea>
  );
}

function Remedy({ remedy }: { readonly remedy: 'skipped' | 'quality' }) {
  const { t } = useTranslation();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isRead) return null;
  const close = { label: t(($) => $.actions.close), onClick: () => setRead(true) };
  return <Toast text={t(($) => $.player.notice[remedy])} action={undefined} close={close} />;
}

/** Stays until it is closed: otherwise viewers would blame their speakers. */
function Silence({ codec }: { readonly codec: string }) {
  const { t } = useTranslation();
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  const close = { label: t(($) => $.actions.close), onClick: () => setRead(true) };
  const text = t(($) => $.player.notice.silent, { codec });
  return <Toast text={text} action={undefined} close={close} />;
}
