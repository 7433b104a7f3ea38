import type { TitleExtra, TitleFile } from '@matinee/shared/contract/library-files';
import { useQuery } from '@tanstack/react-query';
import { Play, SearchCheck } from 'lucide-react';
import { Fragment, useId } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { factsOf, lengthText, versionName } from '#i18n/file-facts.ts';
import { titleFiles } from '#data/catalog/library-files.ts';
import type { TitleDetails } from '#data/catalog/title-details.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths, type EpisodeIds } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './TitleFiles.module.css';

/** Lists the versions of a title in the site's own library, if there are any. */
export function MovieFiles({ title }: { readonly title: TitleDetails }) {
  const { t } = useTranslation();
  const { data } = useQuery(titleFiles(title));
  if (!data) return null;
  return (
    <>
      {data.files.length > 0 && (
        <FileList
          heading={
            data.files.length > 1
              ? t(($) => $.details.files.versions)
              : t(($) => $.details.files.file)
          }
          title={title}
          files={data.files}
        />
      )}
      <Extras title={title} extras={data.extras} />
    </>
  );
}

/** Requests only the extras of a show. */
export const NO_SEASON = -1;

/** Lists the extras of a show. Its files are listed with their season. */
export function ShowExtras({ title }: { readonly title: TitleDetails }) {
  const { data } = useQuery(titleFiles({ type: 'show', tmdbId: title.tmdbId, season: NO_SEASON }));
  return data ? <Extras title={title} extras={data.extras} /> : null;
}

interface SeasonFilesProps {
  readonly title: TitleDetails;
  readonly season: number;
  /** Returns the ids of an episode; undefined if the catalog doesn't have it. */
  readonly idsOf: (episode: number) => EpisodeIds | undefined;
}

export function SeasonFiles({ title, season, idsOf }: SeasonFilesProps) {
  const { t } = useTranslation();
  const { data } = useQuery(titleFiles({ type: 'show', tmdbId: title.tmdbId, season }));
  if (!data || data.files.length === 0) return null;
  return (
    <details className={styles.season}>
      <summary className={styles.summary}>
        {t(($) => $.details.files.ofSeason, { count: data.files.length })}
      </summary>
      <FileList title={title} files={data.files} idsOf={idsOf} />
    </details>
  );
}

interface FileListProps {
  readonly heading?: string;
  readonly title: TitleDetails;
  readonly files: readonly TitleFile[];
  readonly idsOf?: SeasonFilesProps['idsOf'];
}

function FileList({ heading, title, files, idsOf }: FileListProps) {
  const id = useId();
  const hrefOf = ({ id: file, episodes: [episode] }: TitleFile): string | undefined => {
    if (!idsOf) return paths.mediaFile(title, file);
    const ids = episode === undefined ? undefined : idsOf(episode);
    return ids && paths.mediaFile(title, file, ids);
  };
  return (
    <section aria-labelledby={heading === undefined ? undefined : id}>
      {heading !== undefined && (
        <h3 id={id} className={styles.heading}>
          {heading}
        </h3>
      )}
      <ul className={styles.files}>
        {files.map((file) => (
          <FileRow key={file.id} file={file} href={file.isPlayable ? hrefOf(file) : undefined} />
        ))}
      </ul>
      {/* Only administrators get the paths of files. */}
      {files.some(({ path }) => path !== undefined) && <FixMatch title={title} />}
    </section>
  );
}

function FixMatch({ title }: { readonly title: TitleDetails }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  return (
    <ButtonLink
      className={styles.fix}
      kind="quiet"
      to={{ search: paths.matchTitle(title) }}
      state={{ sheets: modalDepth(state) + 1 }}
      preventScrollReset
    >
      <SearchCheck aria-hidden />
      {t(($) => $.match.title)}
    </ButtonLink>
  );
}

interface FileRowProps {
  readonly file: TitleFile;
  /** Undefined if it can't be played. */
  readonly href: string | undefined;
}

function FileRow({ file, href }: FileRowProps) {
  const { t, i18n } = useTranslation();
  const version = versionName(file) || file.container;
  const episodes = episodesText(t, file.episodes);
  const name = episodes === undefined ? version : `${episodes} · ${version}`;
  const text = (
    <>
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles.facts}>
        {factsOf(file, i18n.language).map((fact, at) => (
          <Fragment key={fact}>
            {at > 0 && ' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </span>
      {file.path !== undefined && (
        <span className={styles.path}>
          <bdi dir="ltr">{file.path}</bdi>
        </span>
      )}
    </>
  );
  if (href === undefined)
    return (
      <li className={styles.row}>
        <span className={styles.words}>{text}</span>
      </li>
    );
  return (
    <li>
      <Link className={styles.row} to={href}>
        <Play className={styles.play} aria-label={t(($) => $.cards.play)} />
        <span className={styles.words}>{text}</span>
      </Link>
    </li>
  );
}

interface ExtrasProps {
  readonly title: TitleDetails;
  readonly extras: readonly TitleExtra[];
}

function Extras({ title, extras }: ExtrasProps) {
  const { t } = useTranslation();
  const id = useId();
  if (extras.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t(($) => $.details.files.extras)}
      </h3>
      <ul className={styles.files}>
        {extras.map((extra) => (
          <ExtraRow key={extra.id} title={title} extra={extra} />
        ))}
      </ul>
    </section>
  );
}

function ExtraRow({ title, extra }: { readonly title: TitleDetails; readonly extra: TitleExtra }) {
  const { t, i18n } = useTranslation();
  const { id, kind, name, seconds, path } = extra;
  const facts = [
    ...(name === '' ? [] : [t(($) => $.details.files.kinds[kind])]),
    ...(seconds === null ? [] : [lengthText(seconds, i18n.language)]),
  ];
  const href = paths.media({ type: 'movie', tmdbId: String(id), title: name || title.title });
  return (
    <li>
      <Link className={styles.row} to={href}>
        <Play className={styles.play} aria-label={t(($) => $.cards.play)} />
        <span className={styles.words}>
          <span className={styles.name}>
            <bdi>{name || t(($) => $.details.files.kinds[kind])}</bdi>
          </span>
          {facts.length > 0 && <span className={styles.facts}>{facts.join(' · ')}</span>}
          {path !== undefined && (
            <span className={styles.path}>
              <bdi dir="ltr">{path}</bdi>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** A file may contain several consecutive episodes. Undefined without any. */
export function episodesText(t: TFunction, episodes: readonly number[]): string | undefined {
  const [first] = episodes;
  const last = episodes.at(-1);
  if (first === undefined) return undefined;
  return first === last
    ? t(($) => $.details.episode, { number: first })
    : t(($) => $.details.files.episodes, { first, last });
}
