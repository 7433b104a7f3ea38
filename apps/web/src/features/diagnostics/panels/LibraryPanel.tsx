import type { OwnSources, SkippedFiles } from '@matinee/shared/contract/library';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ownSources, skippedFiles } from '#data/diagnostics/server.ts';
import { listText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { BreakableText } from '../BreakableText.tsx';
import { QueryPanel } from '../Panel.tsx';
import { PanelBoundary } from '../PanelBoundary.tsx';
import { useIsAdmin } from '../useIsAdmin.ts';
import styles from '../Diagnostics.module.css';

/** Shows administrators the contents of the server's own sources, and the files that weren't recognized. */
export function LibraryPanel() {
  if (!useIsAdmin()) return null;
  return (
    <>
      <PanelBoundary>
        <OwnSourcesPanel />
      </PanelBoundary>
      <PanelBoundary>
        <SkippedFilesPanel />
      </PanelBoundary>
    </>
  );
}

function OwnSourcesPanel() {
  const { t } = useTranslation();
  const query = useQuery(ownSources());
  return (
    <QueryPanel
      title={t(($) => $.admin.ownSources.title)}
      about={t(($) => $.admin.ownSources.about)}
      advice={t(($) => $.admin.library.advice)}
      query={query}
    >
      {(own) => <OwnSourceList {...own} />}
    </QueryPanel>
  );
}

/** Explains that folders and media servers are set up, but can't be used. */
function RelayOff() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t(($) => $.admin.checks.means.streamRelayOff)}</p>
      <p>{t(($) => $.admin.checks.fixes.streamRelayOff)}</p>
    </>
  );
}

function OwnSourceList({ sources, needsRelay }: OwnSources) {
  const { t, i18n } = useTranslation();
  if (sources.length === 0 && needsRelay) return <RelayOff />;
  if (sources.length === 0) return <p>{t(($) => $.admin.ownSources.none)}</p>;
  return (
    <ul aria-label={t(($) => $.admin.ownSources.title)}>
      {sources.map(({ id, name, movies, episodes, videos, isReachable }) => (
        <li key={id} className={styles.file}>
          <bdi className={styles.name}>{name}</bdi>
          <p className={styles.reason}>
            {listText(
              [
                t(($) => $.admin.ownSources.movies, { count: movies }),
                t(($) => $.admin.ownSources.episodes, { count: episodes }),
                t(($) => $.admin.ownSources.videos, { count: videos }),
              ],
              i18n.language,
            )}
          </p>
          {!isReachable && <p className={styles.reason}>{t(($) => $.admin.ownSources.away)}</p>}
        </li>
      ))}
    </ul>
  );
}

function SkippedFilesPanel() {
  const { t } = useTranslation();
  const query = useInfiniteQuery(skippedFiles());
  return (
    <QueryPanel
      title={t(($) => $.admin.library.title)}
      about={t(($) => $.admin.library.about)}
      advice={t(($) => $.admin.library.advice)}
      query={query}
    >
      {({ pages }) => (
        <>
          <SkippedFileList pages={pages} />
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t(($) => $.admin.accounts.more)}
            </Button>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function SkippedFileList({ pages }: { readonly pages: readonly SkippedFiles[] }) {
  const { t } = useTranslation();
  const { total = 0, state } = pages[0] ?? {};
  const files = pages.flatMap((page) => page.files);
  if (total === 0) {
    if (state === 'needsRelay') return <RelayOff />;
    if (state === 'off') return <p>{t(($) => $.admin.checks.means.libraryOff)}</p>;
    if (state === 'scanning') return <p>{t(($) => $.admin.checks.means.libraryScanning)}</p>;
    return <p>{t(($) => $.admin.library.none)}</p>;
  }
  return (
    <>
      <ul aria-label={t(($) => $.admin.library.title)}>
        {files.map(({ folder, path, reason, file }) => (
          <li key={`${folder}/${path}`} className={styles.file}>
            <bdi className={styles.name}>
              <BreakableText text={`${folder}/${path}`} />
            </bdi>
            <p className={styles.reason}>{t(($) => $.admin.library.reasons[reason])}</p>
            {file !== undefined && (
              <ButtonLink
                kind="quiet"
                to={{ search: paths.matchFile(file, path.split('/').at(-1) ?? path) }}
                state={{ sheets: 1 }}
                preventScrollReset
                aria-label={t(($) => $.admin.named, {
                  action: t(($) => $.match.title),
                  subject: path,
                })}
              >
                {t(($) => $.match.title)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {total > files.length && (
        <p>{t(($) => $.admin.library.more, { count: total - files.length })}</p>
      )}
    </>
  );
}
