import type { TitleFile } from '@matinee/shared/contract/library-files';
import { useQuery } from '@tanstack/react-query';
import { Files } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { config } from '#config.ts';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { factsOf, versionName } from '#i18n/file-facts.ts';
import { titleFiles } from '#data/catalog/library-files.ts';
import type { ExtraPageProps } from '#player/ui/menu/settings-pages.ts';
import { Menu, MenuSubmenuItem } from '#ui/Menu.tsx';
import { FOLDER_SOURCE } from '../play-title.ts';
import { useSources } from './source-picker-context.ts';
import { SourceAttemptRow } from './SourceAttemptRow.tsx';
import { metaOf, type WatchState } from '../watch-machine.ts';

/** The versions of the title in the site's own library. Choosing one plays it from the same position. */
export function VersionMenu({ onDone }: ExtraPageProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { versions, chosen } = useVersions();
  const play = (file: string) => {
    onDone();
    void navigate({ search: `?${new URLSearchParams({ file })}` }, { replace: true });
  };
  return (
    <Menu label={t(($) => $.details.files.versions)}>
      {versions.map((version) => (
        <SourceAttemptRow
          key={version.id}
          name={nameOf(version)}
          mark={version.id === chosen?.id ? 'playing' : 'untried'}
          reason={factsOf(version, i18n.language).join(' · ')}
          onChoose={() => play(version.id)}
        />
      ))}
    </Menu>
  );
}

interface VersionsRowProps {
  readonly isFirst: boolean;
  readonly onOpen: () => void;
}

/** Links to the versions if there are several. */
export function VersionsRow({ isFirst, onOpen }: VersionsRowProps) {
  const { t } = useTranslation();
  const { versions, chosen } = useVersions();
  if (versions.length < 2) return null;
  return (
    <MenuSubmenuItem
      icon={Files}
      label={t(($) => $.details.files.versions)}
      value={chosen && nameOf(chosen)}
      isFirst={isFirst}
      onOpen={onOpen}
    />
  );
}

/** `chosen` is undefined while another source plays, or the best version without a choice of the viewer. */
function useVersions() {
  const { state } = useSources();
  const meta = metaOf(state);
  const [search] = useSearchParams();
  const { data } = useQuery({
    ...titleFiles(queryOf(meta)),
    enabled: config.OWN_LIBRARY && meta !== undefined,
  });
  const versions = (data?.files ?? []).filter((file) => file.isPlayable && isOf(file, meta));
  // The URL keeps its `file` when the viewer or the player changes to another source.
  const file = isOfFolder(state) ? search.get('file') : null;
  return { versions, chosen: versions.find(({ id }) => id === file) };
}

function queryOf(meta: PlaybackMeta | undefined) {
  if (meta?.type !== 'show') return { type: 'movie', tmdbId: meta?.tmdbId ?? '' } as const;
  return { type: 'show', tmdbId: meta.tmdbId, season: meta.season.number } as const;
}

const isOf = ({ episodes }: TitleFile, meta: PlaybackMeta | undefined): boolean =>
  meta?.type !== 'show' || episodes.includes(meta.episode.number);

const isOfFolder = (state: WatchState): boolean =>
  'sourceId' in state && state.sourceId === FOLDER_SOURCE && state.at !== 'playbackError';

const nameOf = (file: TitleFile): string => versionName(file) || file.container;
