import { FileUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { Player } from '../../player.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './CaptionsLayer.module.css';

export function CaptionsDrop() {
  const { t } = useTranslation();
  const isOffered = usePlayerState(({ captions }) => captions.isDropOffered);
  if (!isOffered) return null;
  return (
    <div className={styles.drop}>
      <FileUp strokeWidth={1.75} aria-hidden />
      <p>{t(($) => $.player.captionMenu.drop)}</p>
    </div>
  );
}

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped on the video as captions; the browser would navigate to them. */
export function watchFileDrop(frame: HTMLElement, { captions }: Player): () => void {
  const life = new AbortController();
  const { signal } = life;

  function over(event: DragEvent) {
    if (!carriesFile(event)) return;
    event.preventDefault();
    captions.offerDrop(true);
  }

  function leave({ relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && frame.contains(relatedTarget)))
      captions.offerDrop(false);
  }

  function drop(event: DragEvent) {
    if (!carriesFile(event)) return;
    event.preventDefault();
    captions.offerDrop(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) void captions.addFile(file);
  }

  frame.addEventListener('dragenter', over, { signal });
  frame.addEventListener('dragover', over, { signal });
  frame.addEventListener('dragleave', leave, { signal });
  frame.addEventListener('drop', drop, { signal });
  return () => life.abort();
}
