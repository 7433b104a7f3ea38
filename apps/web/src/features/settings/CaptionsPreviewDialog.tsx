import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaptionStyle } from '#player/captions/style.ts';
import { CaptionsPreview } from '#player/ui/menu/CaptionsStyleFields.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Modal } from '#ui/Modal.tsx';
import styles from './CaptionsPreviewDialog.module.css';

interface CaptionsPreviewDialogProps {
  readonly style: CaptionStyle;
  readonly onClose: () => void;
}

/** The line as large as in a film, on all of the window. */
export function CaptionsPreviewDialog({ style, onClose }: CaptionsPreviewDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      className={styles.screen}
      aria-label={t(($) => $.settings.captions.large)}
      onClose={onClose}
    >
      <CaptionsPreview style={style} isLarge />
      <IconButton className={styles.close} label={t(($) => $.actions.close)} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </Modal>
  );
}
