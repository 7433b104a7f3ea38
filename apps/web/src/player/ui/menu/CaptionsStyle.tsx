import { useTranslation } from 'react-i18next';

import { rangeTexts } from '#i18n/range-texts.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { Button } from '#ui/Button.tsx';
import { RangeField } from '#ui/RangeField.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';

import { DEFAULT_STYLE } from '../../captions/style.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './CaptionsStyle.module.css';
import { CaptionsPreview, CaptionsStyleFields } from './CaptionsStyleFields.tsx';
import { CaptionsSync } from './CaptionsSync.tsx';

/** Keyboard users start at the first field. */
function attachForm(form: HTMLElement): () => void {
  form.querySelector('input')?.focus();
  return () => undefined;
}

/** Applies changes at once, in the preview and on the video. */
export function CaptionsStyle() {
  const { t, i18n } = useTranslation();
  const { captions } = usePlayer();
  const style = usePlayerState((state) => state.captions.style);
  const delay = usePlayerState((state) => state.captions.delay);
  const fixesCase = usePlayerState((state) => state.captions.fixesCase);
  const formRef = useRefEffect(attachForm, undefined);
  const texts = rangeTexts(t, i18n.language);

  return (
    <div ref={formRef} className={styles.form}>
      <CaptionsPreview style={style} />
      <RangeField
        {...texts(
          t(($) => $.player.captionMenu.style.delay),
          'second',
        )}
        value={delay}
        defaultValue={0}
        min={-10}
        max={10}
        step={0.1}
        onChange={captions.setDelay}
      />
      <CaptionsSync />
      <SwitchField isOn={fixesCase} onChange={captions.fixCase}>
        {t(($) => $.player.captionMenu.style.fixCapitalization)}
      </SwitchField>
      <hr className={styles.line} />
      <CaptionsStyleFields style={style} onChange={captions.setStyle} />
      <Button className={styles.reset} onClick={() => captions.setStyle(DEFAULT_STYLE)}>
        {t(($) => $.player.captionMenu.style.reset)}
      </Button>
    </div>
  );
}
