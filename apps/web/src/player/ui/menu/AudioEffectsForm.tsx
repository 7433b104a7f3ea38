import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { MenuText } from '#ui/MenuText.tsx';
import { RangeField } from '#ui/RangeField.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';

import { LONGEST_DELAY_SECONDS } from '../../features/audio.ts';
import { isElsewhere } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';

/** Effects on the sound of any track, or the reason why there are none. */
export function AudioEffectsForm() {
  const { t } = useTranslation();
  const { learnAudioRoute, setAudioEffects } = usePlayer();
  const { route, nightMode, delay } = usePlayerState(({ audio }) => audio);
  const isAway = usePlayerState(isElsewhere);
  const isSeen = usePlayerState(({ phase, media }) => phase === 'ready' && !media.seeking);
  // The browser alone knows, and tells nobody when it changes.
  useEffect(() => learnAudioRoute(), [learnAudioRoute, isSeen]);

  if (isAway) return <MenuText>{t(($) => $.player.audioEffects.elsewhere)}</MenuText>;
  if (route !== 'open') return <MenuText>{t(($) => $.player.audioEffects[route])}</MenuText>;
  return (
    <>
      <SwitchField isOn={nightMode} onChange={(isOn) => setAudioEffects({ nightMode: isOn })}>
        {t(($) => $.player.audioEffects.nightMode)}
      </SwitchField>
      <MenuText>{t(($) => $.player.audioEffects.nightModeHint)}</MenuText>
      <RangeField
        label={t(($) => $.player.audioEffects.delay)}
        labels={{
          less: t(($) => $.player.captionMenu.style.less),
          more: t(($) => $.player.captionMenu.style.more),
        }}
        value={delay}
        usual={0}
        min={0}
        max={LONGEST_DELAY_SECONDS}
        step={0.1}
        unit={t(($) => $.player.captionMenu.style.seconds)}
        onChange={(seconds) => setAudioEffects({ delay: seconds })}
      />
    </>
  );
}
