import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DEFAULT_STYLE } from '#player/captions/style.ts';
import type { CaptionStyle } from '#player/captions/style.ts';
import { CaptionsColor, CaptionsPreview } from '#player/ui/menu/CaptionsStyleFields.tsx';
import { Button } from '#ui/Button.tsx';
import { RangeField } from '#ui/RangeField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';

import { CaptionsPreviewDialog } from './CaptionsPreviewDialog.tsx';
import { Section } from './Section.tsx';
import { useChoices } from './settings-form-context.ts';

/** The same as in the player, seen at once on a line that is not in any film. */
export function CaptionsSection() {
  const { t } = useTranslation();
  const { choices, change } = useChoices();
  const [isLarge, setIsLarge] = useState(false);
  const style = choices.captions;
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
    onChange: (value: number) => set({ [field]: limited(field, value / 100) }),
  });
  return (
    <Section name="captions">
      <SettingsCard title={t(($) => $.settings.captions.title)}>
        {/* In the player it stays in sight while one scrolls; here it would lie under the header. */}
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
    </Section>
  );
}

/** Sizes may be typed that the slider does not reach. */
function limited(field: string, value: number): number {
  const [least, most] = field === 'size' ? [0.01, 10] : [0, 1];
  return Math.min(most, Math.max(least, value));
}
