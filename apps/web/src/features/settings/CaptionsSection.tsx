import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { DEFAULT_STYLE, type CaptionStyle } from '#player/captions/style.ts';
import { CaptionsPreview, CaptionsStyleFields } from '#player/ui/menu/CaptionsStyleFields.tsx';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Modal } from '#ui/Modal.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useSettingsForm } from './settings-form.ts';
import styles from './CaptionsSection.module.css';

/** The caption style of the player, with a preview. */
export function CaptionsSection() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  const [isLarge, setIsLarge] = useState(false);
  const style = values.captions;
  const set = (more: Partial<CaptionStyle>) => change({ captions: { ...style, ...more } });
  return (
    <SettingsSection name="captions">
      <SettingsCard title={t(($) => $.settings.captions.title)}>
        {/* The wrapper stops the preview from being sticky, which would put it under the header. */}
        <div>
          <CaptionsPreview style={style} />
        </div>
        <Button onClick={() => setIsLarge(true)}>{t(($) => $.settings.captions.large)}</Button>
        {isLarge && <CaptionsPreviewDialog style={style} onClose={() => setIsLarge(false)} />}
        <CaptionsStyleFields style={style} onChange={set} />
        <Button onClick={() => set(DEFAULT_STYLE)}>
          {t(($) => $.player.captionMenu.style.reset)}
        </Button>
      </SettingsCard>
    </SettingsSection>
  );
}

interface CaptionsPreviewDialogProps {
  readonly style: CaptionStyle;
  readonly onClose: () => void;
}

/** Fills the window, so that the captions are as large as over a movie. */
function CaptionsPreviewDialog({ style, onClose }: CaptionsPreviewDialogProps) {
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
