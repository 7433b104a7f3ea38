import type { EmbedRef } from '@matinee/shared/contract/scrape';
import { List, RotateCcw, SkipForward, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SourceNames } from '#data/streams/metadata.ts';
import type { ExtraPageProps } from '#player/ui/menu/settings-pages.ts';
import { Menu, MenuAction, MenuText } from '#ui/Menu.tsx';
import { nextSource, type SourceEntry, useCauseText, useSourceEntries } from './source-list.ts';
import { SOURCE_PAGE, useSources, useSourcePickerState } from './source-picker-context.ts';
import { SourceAttemptRow } from './SourceAttemptRow.tsx';
import { metaOf } from '../watch-machine.ts';
import { searchedName } from '../watch-title.ts';

/** Shows the progress of the last chosen source, and its embeds. */
export function EmbedMenu({ onOpen }: ExtraPageProps) {
  const { chosen, embeds } = useSourcePickerState();
  const listed = useSourceEntries();
  const toSources = () => onOpen(SOURCE_PAGE);
  const entry = listed?.entries.find(({ id }) => id === chosen);
  if (!listed || !entry) return <NothingChosen onSources={toSources} />;
  if (embeds.length === 0) {
    const next = nextSource(listed.entries, entry.id);
    return <SourceProgress key={entry.mark} entry={entry} next={next} onSources={toSources} />;
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

interface SourceProgressProps {
  readonly entry: SourceEntry;
  readonly next: SourceEntry | undefined;
  readonly onSources: () => void;
}

function SourceProgress({
  entry: { id, name, mark, cause },
  next,
  onSources,
}: SourceProgressProps) {
  const { t } = useTranslation();
  const { sources, state } = useSources();
  const causeText = useCauseText();
  const meta = metaOf(state);
  const title = meta ? searchedName(meta, t) : '';
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
            ? causeText(cause, { id, title, name })
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
            label={t(($) => $.actions.retry)}
            onPress={() => void sources.chooseSource(id)}
          />
        )}
        {isOver ? (
          <MenuAction icon={List} label={t(($) => $.watch.sources.toList)} onPress={onSources} />
        ) : (
          <MenuAction icon={X} label={t(($) => $.actions.cancel)} onPress={stop} />
        )}
      </Menu>
    </>
  );
}

interface EmbedRowsProps {
  readonly embeds: readonly EmbedRef[];
  readonly names: SourceNames;
}

function EmbedRows({ embeds, names }: EmbedRowsProps) {
  const { t } = useTranslation();
  const { sources } = useSources();
  const { attempts } = useSourcePickerState();
  return (
    <Menu label={t(($) => $.watch.sources.embeds)}>
      {embeds.map((embed) => (
        <SourceAttemptRow
          key={embed.url}
          name={names.get(embed.embedId) ?? embed.embedId}
          number={numberAmong(embeds, embed)}
          mark={attempts[embed.url] ?? 'untried'}
          onChoose={() => void sources.chooseEmbed(embed)}
        />
      ))}
    </Menu>
  );
}

/** Position among embeds with the same name, from 1; undefined for a unique name. */
function numberAmong(embeds: readonly EmbedRef[], embed: EmbedRef): number | undefined {
  const namesakes = embeds.filter(({ embedId }) => embedId === embed.embedId);
  return namesakes.length > 1 ? namesakes.indexOf(embed) + 1 : undefined;
}
