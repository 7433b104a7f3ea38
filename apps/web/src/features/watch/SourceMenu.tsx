import { useTranslation } from 'react-i18next';
import type { FurtherPageProps } from '#player/menu/further-pages.ts';
import { Menu } from '#ui/Menu.tsx';
import { MenuHint } from '#ui/MenuHint.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EMBEDS_PAGE } from './source-pages.ts';
import { useSources } from './sources-context.ts';
import { TrialRow } from './TrialRow.tsx';
import { useCauseText } from './useCauseText.ts';
import { useSourceEntries } from './useSourceEntries.ts';
import { metaOf } from './watch.ts';

/** Who could have this title. One is asked by choosing it, and its own page says how it goes. */
export function SourceMenu({ onOpen }: FurtherPageProps) {
  const { t } = useTranslation();
  const { sources, state } = useSources();
  const listed = useSourceEntries();
  const causeText = useCauseText();
  const title = metaOf(state)?.title ?? '';
  if (!listed) return <Spinner label={t(($) => $.global.loading)} />;
  if (listed.entries.length === 0) return <MenuHint>{t(($) => $.watch.sources.none)}</MenuHint>;
  return (
    <Menu label={t(($) => $.watch.sources.title)}>
      {listed.entries.map(({ id, name, mark, cause }) => (
        <TrialRow
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
