import { ListVideo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#player/ui/menu/panel-context.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { episodesPath, episodesView } from './episodes-path.ts';

/** Other addresses than ours name it too. */
export const EPISODES_BUTTON_ID = '__overlayRouter::episodes';

export function EpisodesButton() {
  const { t } = useTranslation();
  const overlay = useOverlay();
  if (!overlay) return null;
  return (
    <IconButton
      id={EPISODES_BUTTON_ID}
      label={t(($) => $.watch.episodes.button)}
      aria-haspopup="dialog"
      aria-expanded={episodesView(overlay.path) !== null}
      onClick={() => overlay.open(episodesPath('episodes'))}
    >
      <ListVideo strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
