import { useTranslation } from 'react-i18next';
import type { ExtraPageProps } from '#player/ui/menu/settings-pages.ts';
import { Menu, MenuText } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EMBEDS_PAGE } from './source-pages.ts';
import { useSources } from './source-picker-context.ts';
import { SourceAttemptRow } from './SourceAttemptRow.tsx';
import { useErrorText } from './useErrorText.ts';
import { useSourceEntries } from './useSourceEntries.ts';
import { metaOf } from './watch-machine.ts';

/** Who could have this title. One is asked by choosing it, and its own page says how it goes. */
export function SourceMenu({ onOpen }: ExtraPageProps) {
  const { t } = useTranslation();
  const { sources, state } = useSources();
  const listed = useSourceEntries();
  const causeText = useErrorText();
  const title = metaOf(state)?.title ?? '';
  if (!listed) return <Spinner label={t(($) => $.global.loading)} />;
  if (listed.entries.length === 0) return <MenuText>{t(($) => $.watch.sources.none)}</MenuText>;
  return (
    <Menu label={t(($) => $.watch.sources.title)}>
      {listed.entries.map(({ id, name, mark, cause }) => (
        <SourceAttemptRow
          key={id}
          name={name}
          mark={mark}
          reason={cause && causeText(cause, { title, name })}
          onChoose={() => {
            void sources.chooseSource(id);
            onOpen(EMBEDS_PAGE);
          }}
        />
      ))}
    </Menu>
  );
}
