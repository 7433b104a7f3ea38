import { useTranslation } from 'react-i18next';

import { useAttached } from '#lib/use-ref-effect.ts';
import { Button } from '#ui/Button.tsx';
import { RangeField } from '#ui/RangeField.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';

import { DEFAULT_STYLE } from '../../captions/style.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './CaptionsStyle.module.css';
import { CaptionsColor, CaptionsPreview } from './CaptionsStyleFields.tsx';
import { CaptionsSync } from './CaptionsSync.tsx';

/** Keyboard users start at the first field. */
function attachForm(form: HTMLElement): () => void {
  form.querySelector('input')?.focus();
  return () => undefined;
}

/** Applies changes at once, in the preview and on the video. */
export function CaptionsStyle() {
  const { t } = useTranslation();
  const { captions } = usePlayer();
  const style = usePlayerState((state) => state.captions.style);
  const delay = usePlayerState((state) => state.captions.delay);
  const fixesCase = usePlayerState((state) => state.captions.fixesCase);
  const formRef = useAttached(attachForm, undefined);
  const labels = {
    less: t(($) => $.player.captionMenu.style.less),
    more: t(($) => $.player.captionMenu.style.more),
  };
  const percent = (field: 'size' | 'position' | 'backgroundOpacity' | 'backgroundBlur') => ({
    labels,
    value: Math.round(style[field] * 100),
    defaultValue: Math.round(DEFAULT_STYLE[field] * 100),
    min: field === 'size' ? 1 : 0,
    max: field === 'size' ? 200 : 100,
    step: field === 'size' ? 1 : 5,
    unit: t(($) => $.player.captionMenu.style.percent),
    onChange: (value: number) => captions.setStyle({ [field]: limited(field, value / 100) }),
  });

  return (
    <div ref={formRef} className={styles.form}>
      <CaptionsPreview style={style} />
      <RangeField
        label={t(($) => $.player.captionMenu.style.delay)}
        labels={labels}
        value={delay}
        defaultValue={0}
        min={-10}
        max={10}
        step={0.1}
        unit={t(($) => $.player.captionMenu.style.seconds)}
        onChange={captions.setDelay}
      />
      <CaptionsSync />
      <SwitchField isOn={fixesCase} onChange={captions.fixCase}>
        {t(($) => $.player.captionMenu.style.casing)}
      </SwitchField>
      <hr className={styles.line} />
      <RangeField label={t(($) => $.player.captionMenu.style.size)} {...percent('size')} />
      <RangeField label={t(($) => $.player.captionMenu.style.position)} {...percent('position')} />
      <RangeField
        label={t(($) => $.player.captionMenu.style.opacity)}
        {...percent('backgroundOpacity')}
      />
      <RangeField
        label={t(($) => $.player.captionMenu.style.blur)}
        {...percent('backgroundBlur')}
      />
      <SwitchField isOn={style.bold} onChange={(bold) => captions.setStyle({ bold })}>
        {t(($) => $.player.captionMenu.style.bold)}
      </SwitchField>
      <CaptionsColor color={style.color} onChange={(color) => captions.setStyle({ color })} />
      <Button className={styles.reset} onClick={() => captions.setStyle(DEFAULT_STYLE)}>
        {t(($) => $.player.captionMenu.style.reset)}
      </Button>
    </div>
  );
}

/** Typed values may exceed the range of the slider. */
function limited(field: string, value: number): number {
  const [least, most] = field === 'size' ? [0.01, 10] : [0, 1];
  return Math.min(most, Math.max(least, value));
}
