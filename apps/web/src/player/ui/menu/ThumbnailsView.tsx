import { useTranslation } from 'react-i18next';
import { Menu, MenuText, MenuRadio } from '#ui/Menu.tsx';
import { usePlayer, usePlayerState } from '../../use-player.ts';

const CHOICES = ['auto', 'on', 'off'] as const;

export function ThumbnailsView({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const { chooseThumbnails } = usePlayer();
  const chosen = usePlayerState(({ thumbnails }) => thumbnails.choice);
  return (
    <>
      <Menu label={t(($) => $.player.settings.thumbnails)}>
        {CHOICES.map((choice) => (
          <MenuRadio
            key={choice}
            label={t(($) => $.player.settings.thumbnailChoices[choice])}
            isChecked={choice === chosen}
            onChoose={() => {
              chooseThumbnails(choice);
              onChosen();
            }}
          />
        ))}
      </Menu>
      <MenuText>{t(($) => $.player.settings.thumbnailsHint)}</MenuText>
    </>
  );
}
