import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SourceNames } from '#data/streams/metadata.ts';
import { humanCheckStore } from '#data/streams/proxies/human-check.ts';
import { numberText } from '#i18n/formats.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { ButtonLink } from '#ui/Button.tsx';
import {
  type ScrapeItem,
  type ScrapeProgress,
  type ScrapeStatus,
  shownStatus,
} from './scrape-progress.ts';
import { StatusIcon } from './SourceAttemptRow.tsx';
import { useSourceList } from './source-list.ts';
import styles from './ScrapeScreen.module.css';

interface ScrapeScreenProps {
  readonly progress: ScrapeProgress;
  readonly poster: string | undefined;
  readonly backTo: string;
}

/** The list of sources scrolls past a centered marker; one line names the current source. */
export function ScrapeScreen({ progress, poster, backTo }: ScrapeScreenProps) {
  const { t } = useTranslation();
  const names = useSourceList()?.names;
  const isChecked = useStore(humanCheckStore, ({ request }) => request !== null);
  const rows = scrapeRows(progress, names);
  const current = currentItem(rows, progress);
  return (
    <section className={styles.screen} aria-label={t(($) => $.watch.scrape.title)}>
      {poster !== undefined && <img className={styles.glow} src={poster} alt="" />}
      <h2 className={styles.title}>{t(($) => $.watch.scrape.title)}</h2>
      <div className={styles.stage}>
        <ol className={styles.list} data-scrape-list aria-label={t(($) => $.watch.scrape.list)}>
          {rows.map((row, position) => (
            <SourceRow
              key={row.id}
              row={row}
              distance={Math.abs(position - current.position)}
              isCurrent={position === current.position}
              placement={`${row.id}/${rows.length}`}
            />
          ))}
        </ol>
      </div>
      <p className={styles.now} role="status">
        {current.row === undefined
          ? t(($) => (isChecked ? $.watch.human.checking.title : $.watch.scrape.starting))
          : t(($) => $.watch.scrape.current, {
              name: fullName(current.row),
              position: current.row.sourcePosition,
              total: progress.sources.length,
            })}
      </p>
      <ButtonLink to={backTo} kind="quiet">
        {t(($) => $.actions.cancel)}
      </ButtonLink>
    </section>
  );
}

/** Rows farther away look the same. */
const MAX_DISTANCE = 2;

interface SourceRowProps {
  readonly row: ScrapeRow;
  /** Rows from the marker. */
  readonly distance: number;
  readonly isCurrent: boolean;
  /** Changes when the row may have moved. */
  readonly placement: string;
}

function SourceRow({ row, distance, isCurrent, placement }: SourceRowProps) {
  const { t, i18n } = useTranslation();
  const centered = useRefEffect(keepCentered, placement);
  const text = (status: ScrapeStatus) => t(($) => $.watch.scrape.items[status]);
  return (
    <li
      ref={isCurrent ? centered : null}
      className={styles.row}
      data-distance={Math.min(distance, MAX_DISTANCE)}
      data-kind={row.kind}
      data-status={row.status}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span className={styles.mark}>
        <StatusIcon status={row.status} percentage={row.percentage} />
      </span>
      <span className={styles.name} title={fullName(row)}>
        {row.name}
      </span>
      {row.number !== undefined && (
        <span className={styles.number}>{numberText(row.number, i18n.language)}</span>
      )}
      {row.status !== 'waiting' && <span className={styles.status}>{text(row.status)}</span>}
    </li>
  );
}

/** Scrolls the row to the center of its list, even after a resize. */
function keepCentered(row: HTMLElement): () => void {
  const list = row.closest('[data-scrape-list]');
  if (!list) return () => undefined;
  const observer = new ResizeObserver(() => {
    const rowBox = row.getBoundingClientRect();
    const listBox = list.getBoundingClientRect();
    const offset = rowBox.top + rowBox.height / 2 - (listBox.top + listBox.height / 2);
    list.scrollTo({ top: list.scrollTop + offset });
  });
  observer.observe(list);
  return () => observer.disconnect();
}

interface ScrapeRow {
  readonly id: string;
  readonly name: string;
  /** Tells apart embeds with the same name, from 1. */
  readonly number?: number;
  readonly kind: 'source' | 'embed';
  readonly status: ScrapeStatus;
  readonly percentage: number;
  /** Position of the row's source, from 1. */
  readonly sourcePosition: number;
}

export function scrapeRows(
  progress: ScrapeProgress,
  names: SourceNames | undefined,
): readonly ScrapeRow[] {
  // Falls back to the id while the names load.
  const nameOf = (id: string) => names?.get(id) ?? id;
  return progress.sources.flatMap((source, index) => {
    const sourcePosition = index + 1;
    const { id, percentage } = source;
    const status = shownStatus(progress, source);
    const row = {
      id,
      name: nameOf(id),
      status,
      percentage,
      sourcePosition,
      kind: 'source' as const,
    };
    const embeds = source.embeds.map((embed) => ({
      id: embed.id,
      name: nameOf(embed.scraperId),
      ...numberAmong(source.embeds, embed),
      status: embed.status,
      percentage: embed.percentage,
      sourcePosition,
      kind: 'embed' as const,
    }));
    return [row, ...embeds];
  });
}

function numberAmong(embeds: readonly ScrapeItem[], embed: ScrapeItem): { number?: number } {
  const namesakes = embeds.filter(({ scraperId }) => scraperId === embed.scraperId);
  return namesakes.length > 1 ? { number: namesakes.indexOf(embed) + 1 } : {};
}

/** The row at the marker; the first one before the search starts. */
export function currentItem(
  rows: readonly ScrapeRow[],
  { current }: ScrapeProgress,
): { readonly row: ScrapeRow | undefined; readonly position: number } {
  const position = rows.findIndex((row) => row.id === current);
  return { row: rows[position], position: Math.max(0, position) };
}

/** `Archive item 2`. */
export function fullName({ name, number }: ScrapeRow): string {
  return number === undefined ? name : `${name} ${number}`;
}
