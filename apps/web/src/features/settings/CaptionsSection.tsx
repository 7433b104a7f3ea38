import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { DEFAULT_STYLE, type CaptionStyle } from '#player/captions/style.ts';
import { CaptionsColor, CaptionsPreview } from '#player/ui/menu/CaptionsStyleFields.tsx';
import { Button } from '#ui/Button.tsx';
import { RangeField } from '#ui/RangeField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
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
  const percent = (field: 'size' | 'position' | 'backgroundOpacity' | 'backgroundBlur') => ({
    labels: {
      less: t(($) => $.player.captionMenu.style.less),
      more: t(($) => $.player.captionMenu.style.more),
    },
    value: Math.round(style[field] * 100),
    defaultValue: Math.round(DEFAULT_STYLE[field] * 100),
    min: field === 'size' ? 1 : 0,
    max: field === 'size' ? 200 : 100,
    step: field === 'size' ? 1 : 5,
    unit: t(($) => $.player.captionMenu.style.percent),
    onChange: (value: number) => set({ [field]: clampField(field, value / 100) }),
  });
  return (
    <SettingsSection name="captions">
      <SettingsCard title={t(($) => $.settings.captions.title)}>
        {/* The wrapper stops the preview from being sticky, which would put it under the header. */}
        <div>
          <CaptionsPreview style={style} />
        </div>
        <Button onClick={() => setIsLarge(true)}>{t(($) => $.settings.captions.large)}</Button>
        {isLarge && <CaptionsPreviewDialog style={style} onClose={() => setIsLarge(false)} />}
        <RangeField label={t(($) => $.player.captionMenu.style.size)} {...percent('size')} />
        <RangeField
          label={t(($) => $.player.captionMenu.style.position)}
          {...percent('position')}
        />
        <RangeField
          label={t(($) => $.player.captionMenu.style.opacity)}
          {...percent('backgroundOpacity')}
        />
        <RangeField
          label={t(($) => $.player.captionMenu.style.blur)}
          {...percent('backgroundBlur')}
        />
        <SwitchField isOn={style.bold} onChange={(bold) => set({ bold })}>
          {t(($) => $.player.captionMenu.style.bold)}
        </SwitchField>
        <CaptionsColor color={style.color} onChange={(color) => set({ color })} />
        <Button onClick={() => set(DEFAULT_STYLE)}>
          {t(($) => $.player.captionMenu.style.reset)}
        </Button>
      </SettingsCard>
    </SettingsSection>
  );
}

/** Typed sizes may exceed the slider's range. */
function clampField(field: string, value: number): number {
  const [min, max] = field === 'size' ? [0.01, 10] : [0, 1];
  return Math.min(max, Math.max(min, value));
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
