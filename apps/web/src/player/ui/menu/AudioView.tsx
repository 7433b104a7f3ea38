import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { rangeTexts } from '#i18n/range-texts.ts';

import { Menu, MenuRadio, MenuText } from '#ui/Menu.tsx';
import { RangeField } from '#ui/RangeField.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';

import type { AudioTrack } from '../../engine/engine.ts';
import { MAX_AUDIO_DELAY_SECONDS } from '../../features/audio-effects.ts';
import { hasAudioChoice } from '../../features/audio-tracks.ts';
import { isPlayingRemotely } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useAudioName } from './labels.ts';

/** Tracks of the same language also show their label. */
const isOneOfSeveral = (track: AudioTrack, tracks: readonly AudioTrack[]) =>
  tracks.filter(({ language }) => language === track.language).length > 1;

export function AudioView({ onChosen }: { readonly onChosen: () => void }) {
  const hasTracks = usePlayerState(hasAudioChoice);
  return (
    <>
      {hasTracks && <Tracks onChosen={onChosen} />}
      <AudioEffectsForm />
    </>
  );
}

function Tracks({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const { chooseAudio } = usePlayer();
  const name = useAudioName();
  const tracks = usePlayerState(({ media }) => media.audioTracks);
  const active = usePlayerState(({ media }) => media.audioTrack);

  return (
    <Menu label={t(($) => $.player.settings.audio)}>
      {tracks.map((track) => (
        <MenuRadio
          key={track.id}
          label={name(track)}
          detail={isOneOfSeveral(track, tracks) ? track.label : undefined}
          isChecked={track.id === active}
          onChoose={() => {
            chooseAudio(track.id);
            onChosen();
          }}
        />
      ))}
    </Menu>
  );
}

/** Audio effects, or the reason why they are unavailable. */
function AudioEffectsForm() {
  const { t, i18n } = useTranslation();
  const { learnAudioRoute, setAudioEffects } = usePlayer();
  const { route, nightMode, delay } = usePlayerState(({ audio }) => audio);
  const isAway = usePlayerState(isPlayingRemotely);
  const isSeen = usePlayerState(({ phase, media }) => phase === 'ready' && !media.seeking);
  // The first frame may come later, and the browser fires no event for it.
  const second = usePlayerState(({ audio, media }) =>
    audio.route === 'unknown' ? Math.floor(media.time) : 0,
  );
  useEffect(() => learnAudioRoute(), [learnAudioRoute, isSeen, second]);

  if (isAway) return <MenuText>{t(($) => $.player.audioEffects.remote)}</MenuText>;
  if (route !== 'open') return <MenuText>{t(($) => $.player.audioEffects[route])}</MenuText>;
  return (
    <>
      <SwitchField isOn={nightMode} onChange={(isOn) => setAudioEffects({ nightMode: isOn })}>
        {t(($) => $.player.audioEffects.nightMode)}
      </SwitchField>
      <MenuText>{t(($) => $.player.audioEffects.nightModeHint)}</MenuText>
      <RangeField
        {...rangeTexts(t, i18n.language)(
          t(($) => $.player.audioEffects.delay),
          'second',
        )}
        value={delay}
        defaultValue={0}
        min={0}
        max={MAX_AUDIO_DELAY_SECONDS}
        step={0.1}
        onChange={(seconds) => setAudioEffects({ delay: seconds })}
      />
    </>
  );
}
