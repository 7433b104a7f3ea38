import { ListVideo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#player/ui/menu/panel-context.ts';
import { IconButton } from '#ui/IconButton.tsx';

/** The same id as in movie-web clients. */
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

export type EpisodesView = 'seasons' | 'episodes';

const PATHS: Readonly<Record<EpisodesView, string>> = {
  seasons: '/episodes',
  episodes: '/episodes/episodes',
};

export const episodesPath = (view: EpisodesView): string => PATHS[view];

/** The menu page of an overlay path; unknown pages fall back to the seasons. */
export function episodesView(path: string | null): EpisodesView | null {
  const [overlay, ...rest] = (path ?? '').split('/').filter((part) => part !== '');
  if (overlay !== 'episodes') return null;
  return rest.join('/') === 'episodes' ? 'episodes' : 'seasons';
}
