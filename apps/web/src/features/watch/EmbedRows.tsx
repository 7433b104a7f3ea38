import type { EmbedRef } from '@matinee/shared/contract/scrape';
import { useTranslation } from 'react-i18next';
import type { SourceNames } from '#data/streams/metadata.ts';
import { Menu } from '#ui/Menu.tsx';
import { useSources, useSwitchState } from './source-picker-context.ts';
import { SourceAttemptRow } from './SourceAttemptRow.tsx';

interface EmbedRowsProps {
  readonly embeds: readonly EmbedRef[];
  readonly names: SourceNames;
}

export function EmbedRows({ embeds, names }: EmbedRowsProps) {
  const { t } = useTranslation();
  const { sources } = useSources();
  const { trials } = useSwitchState();
  return (
    <Menu label={t(($) => $.watch.sources.embeds)}>
      {embeds.map((embed) => (
        <SourceAttemptRow
          key={embed.url}
          name={names.get(embed.embedId) ?? embed.embedId}
          number={numberAmong(embeds, embed)}
          mark={trials[embed.url] ?? 'untried'}
          onChoose={() => void sources.chooseEmbed(embed)}
        />
      ))}
    </Menu>
  );
}

/** From 1; an only one of its name needs none. */
function numberAmong(embeds: readonly EmbedRef[], embed: EmbedRef): number | undefined {
  const namesakes = embeds.filter(({ embedId }) => embedId === embed.embedId);
  return namesakes.length > 1 ? namesakes.indexOf(embed) + 1 : undefined;
}
