import { useTranslation } from 'react-i18next';

import { Menu } from '#ui/Menu.tsx';
import { MenuRadio } from '#ui/MenuRadio.tsx';

import type { AudioTrack } from '../../engine/engine.ts';
import { hasAudioChoice } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { AudioEffectsForm } from './AudioEffectsForm.tsx';
import { useAudioName } from './labels.ts';

/** Several tracks of one language are told apart by what the medium calls them. */
const isOneOfSeveral = (track: AudioTrack, tracks: readonly AudioTrack[]) =>
  tracks.filter(({ language }) => language === track.language).length > 1;

/** Which track is heard, where there are several, and what is done to it. */
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
  const heard = usePlayerState(({ media }) => media.audioTrack);

  return (
    <Menu label={t(($) => $.player.settings.audio)}>
      {tracks.map((track) => (
        <MenuRadio
          key={track.id}
          label={name(track)}
          detail={isOneOfSeveral(track, tracks) ? track.label : undefined}
          isChecked={track.id === heard}
          onChoose={() => {
            chooseAudio(track.id);
            onChosen();
          }}
        />
      ))}
    </Menu>
  );
}
