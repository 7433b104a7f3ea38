import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { sortedTracks } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useCaptionName } from './labels.ts';

/** First what this viewer likely wants: the language of the last choice before this list was opened, then that of the interface. */
export function useSortedTracks(): readonly CaptionEntry[] {
  const { i18n } = useTranslation();
  const name = useCaptionName();
  const tracks = usePlayerState(({ captions }) => captions.tracks);
  const { store } = usePlayer();
  // A row that is chosen stays under the finger.
  const [language] = useState(() => store.getState().captions.language);
  return sortedTracks(tracks, [language, i18n.language], name);
}
