import { useTranslation } from 'react-i18next';
import { Menu, MenuRadio } from '#ui/Menu.tsx';
import { chapterAt } from '../../features/timeline.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { timeText } from '../controls/time-text.ts';

/** Lists the chapters and marks the current one. */
export function ChaptersView({ onChosen }: { readonly onChosen: () => void }) {
  const { t, i18n } = useTranslation();
  const { seek } = usePlayer();
  const name = useChapterName();
  const chapters = usePlayerState(({ timeline }) => timeline.chapters);
  const current = usePlayerState((state) => chapterAt(state, state.media.time));
  return (
    <Menu label={t(($) => $.player.settings.chapters)}>
      {chapters.map((chapter, at) => (
        <MenuRadio
          key={chapter.start}
          label={name(chapter.title, at)}
          // Rounds, because sound that starts some milliseconds late shifts all chapters.
          detail={timeText(Math.round(chapter.start), i18n.language)}
          isChecked={chapter === current}
          onChoose={() => {
            seek(chapter.start);
            onChosen();
          }}
        />
      ))}
    </Menu>
  );
}

export function useChapterName(): (title: string, at: number) => string {
  const { t } = useTranslation();
  return (title, at) => title || t(($) => $.player.chapter, { number: at + 1 });
}
