import { useTranslation } from 'react-i18next';
import type { ExtraPageProps } from '#player/ui/menu/settings-pages.ts';
import { Menu, MenuText } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useCauseText, useSourceEntries } from './source-list.ts';
import { EMBEDS_PAGE, useSources, VERSIONS_PAGE } from './source-picker-context.ts';
import { SourceAttemptRow } from './SourceAttemptRow.tsx';
import { VersionsRow } from './VersionMenu.tsx';
import { metaOf } from '../watch-machine.ts';
import { searchedName } from '../watch-title.ts';

/** Lists the sources for this title. Choosing one opens its page and searches it. */
export function SourceMenu({ cameFrom, onOpen }: ExtraPageProps) {
  const { t } = useTranslation();
  const { sources, state } = useSources();
  const listed = useSourceEntries();
  const causeText = useCauseText();
  const meta = metaOf(state);
  const title = meta ? searchedName(meta, t) : '';
  if (!listed) return <Spinner label={t(($) => $.global.loading)} />;
  if (listed.entries.length === 0) return <MenuText>{t(($) => $.watch.sources.none)}</MenuText>;
  return (
    <Menu label={t(($) => $.watch.sources.title)}>
      <VersionsRow isFirst={cameFrom === VERSIONS_PAGE} onOpen={() => onOpen(VERSIONS_PAGE)} />
      {listed.entries.map(({ id, name, mark, cause }) => (
        <SourceAttemptRow
          key={id}
          name={name}
          mark={mark}
          reason={cause && causeText(cause, { id, title, name })}
          onChoose={() => {
            void sources.chooseSource(id);
            onOpen(EMBEDS_PAGE);
          }}
        />
      ))}
    </Menu>
  );
}

/** The source of the current stream. */
export function SourceName() {
  const { state } = useSources();
  const listed = useSourceEntries();
  if (!('sourceId' in state)) return null;
  return listed?.names.get(state.sourceId) ?? state.sourceId;
}
