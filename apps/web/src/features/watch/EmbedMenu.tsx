import { List, RotateCcw, SkipForward, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ExtraPageProps } from '#player/ui/menu/settings-pages.ts';
import { Menu, MenuAction, MenuText } from '#ui/Menu.tsx';
import { EmbedRows } from './EmbedRows.tsx';
import { nextSource, type SourceEntry } from './source-list.ts';
import { SOURCE_PAGE } from './source-pages.ts';
import { useSources, useSwitchState } from './source-picker-context.ts';
import { useErrorText } from './useErrorText.ts';
import { useSourceEntries } from './useSourceEntries.ts';
import { metaOf } from './watch-machine.ts';

/** How it goes with the source that was chosen last, and what it offers to choose from. */
export function EmbedMenu({ onOpen }: ExtraPageProps) {
  const { chosen, embeds } = useSwitchState();
  const listed = useSourceEntries();
  const toSources = () => onOpen(SOURCE_PAGE);
  const entry = listed?.entries.find(({ id }) => id === chosen);
  if (!listed || !entry) return <NothingChosen onSources={toSources} />;
  if (embeds.length === 0) {
    const next = nextSource(listed.entries, entry.id);
    return <SourceTrial key={entry.mark} entry={entry} next={next} onSources={toSources} />;
  }
  return <EmbedRows embeds={embeds} names={listed.names} />;
}

function NothingChosen({ onSources }: { readonly onSources: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <MenuText>{t(($) => $.watch.sources.chooseFirst)}</MenuText>
      <Menu label={t(($) => $.watch.sources.embeds)}>
        <MenuAction icon={List} label={t(($) => $.watch.sources.toList)} onPress={onSources} />
      </Menu>
    </>
  );
}

interface SourceTrialProps {
  readonly entry: SourceEntry;
  readonly next: SourceEntry | undefined;
  readonly onSources: () => void;
}

function SourceTrial({ entry: { id, name, mark, cause }, next, onSources }: SourceTrialProps) {
  const { t } = useTranslation();
  const { sources, state } = useSources();
  const causeText = useErrorText();
  const title = metaOf(state)?.title ?? '';
  const isOver = mark === 'notfound' || mark === 'failure';
  const stop = () => {
    sources.cancel();
    onSources();
  };
  return (
    <>
      <MenuText>
        <span role="status">
          {cause
            ? causeText(cause, { title, name })
            : t(($) => $.watch.sources.trial[mark], { name })}
        </span>
      </MenuText>
      <Menu label={t(($) => $.watch.sources.embeds)}>
        {isOver && next && (
          <MenuAction
            icon={SkipForward}
            label={t(($) => $.watch.sources.tryNext, { name: next.name })}
            onPress={() => void sources.chooseSource(next.id)}
          />
        )}
        {isOver && (
          <MenuAction
            icon={RotateCcw}
            label={t(($) => $.watch.retry)}
            onPress={() => void sources.chooseSource(id)}
          />
        )}
        {isOver ? (
          <MenuAction icon={List} label={t(($) => $.watch.sources.toList)} onPress={onSources} />
        ) : (
          <MenuAction icon={X} label={t(($) => $.watch.scrape.cancel)} onPress={stop} />
        )}
      </Menu>
    </>
  );
}
