import { type SourceHistory, type SourcePoint } from '@matinee/shared/contract/source-stats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sourceStats, type StatsBy } from '#data/admin/admin.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { dateFormat } from '#i18n/dates.ts';
import { numberFormat } from '#i18n/formats.ts';
import { unitText } from '#i18n/units.ts';
import { sourceName } from '#i18n/source-name.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { BarChart } from './BarChart.tsx';
import { LoadedPanel } from '../LoadedPanel.tsx';
import styles from './AdminPanels.module.css';

/** Shows how often each source found a title, and how long it took, over time. */
export function SourcesPanel() {
  const { t } = useTranslation();
  const [by, setBy] = useState<StatsBy>('hour');
  return (
    <LoadedPanel
      title={t(($) => $.admin.sourceHistory.title)}
      about={t(($) => $.admin.sourceHistory.about)}
      query={useQuery(sourceStats(by))}
      controls={
        <div>
          <SelectField
            label={t(($) => $.admin.sourceHistory.period)}
            value={by}
            onChange={(value) => setBy(value === 'day' ? 'day' : 'hour')}
            options={(['hour', 'day'] as const).map((value) => ({
              value,
              label: t(($) => $.admin.sourceHistory.periods[value]),
            }))}
          />
        </div>
      }
    >
      {({ sources, times }) =>
        sources.length === 0 ? (
          <p>{t(($) => $.admin.sourceHistory.none)}</p>
        ) : (
          <ul aria-label={t(($) => $.admin.sourceHistory.title)}>
            {sources.map((source) => (
              <SourceItem key={source.id} source={source} times={times} by={by} />
            ))}
          </ul>
        )
      }
    </LoadedPanel>
  );
}

interface SourceItemProps {
  readonly source: SourceHistory;
  readonly times: readonly string[];
  readonly by: StatsBy;
}

const searchesOf = ({ found, notFound, failed }: SourcePoint): number => found + notFound + failed;
const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);

/** A source works if it responds, whether or not it has the title. */
const workedShare = (points: readonly SourcePoint[]): number =>
  1 - sum(points.map(({ failed }) => failed)) / Math.max(sum(points.map(searchesOf)), 1);

function SourceItem({ source, times, by }: SourceItemProps) {
  const { t, i18n } = useTranslation();
  const { data: sources } = useQuery(sourceList());
  const { id, points } = source;
  const name = sourceName(t, { id, name: sources?.names.get(id) ?? id });
  const { percent, msText } = pointTexts(i18n.language, by);
  const slowest = Math.max(...points.map(({ slowestMs }) => slowestMs ?? 0));
  return (
    <li className={styles.source}>
      <h3 className={styles.sourceName}>
        <bdi>{name}</bdi>
      </h3>
      <p className={styles.facts}>
        <span>
          {t(($) => $.admin.sourceHistory.searches, { count: sum(points.map(searchesOf)) })}
        </span>
        <span>
          {t(($) => $.admin.sourceHistory.worked, { share: percent.format(workedShare(points)) })}
        </span>
        {slowest > 0 && (
          <span>{t(($) => $.admin.sourceHistory.slowest, { time: msText(slowest) })}</span>
        )}
      </p>
      <SourceCharts points={points} times={times} by={by} />
      <SourceTable name={name} points={points} by={by} />
    </li>
  );
}

/** The formats of a point: of its numbers, its time and its durations. */
function pointTexts(language: string, by: StatsBy) {
  const date =
    by === 'hour'
      ? dateFormat(language, 'dayWithHour')
      : dateFormat(language, 'day', { timeZone: 'UTC' });
  return {
    number: numberFormat(language),
    percent: numberFormat(language, { style: 'percent' }),
    timeText: (at: string): string => date.format(Date.parse(at)),
    msText: (ms: number | null | undefined): string =>
      typeof ms === 'number' ? unitText(Math.round(ms), 'millisecond', language) : '–',
  };
}

interface SourceChartsProps {
  readonly points: readonly SourcePoint[];
  readonly times: readonly string[];
  readonly by: StatsBy;
}

function SourceCharts({ points, times, by }: SourceChartsProps) {
  const { t, i18n } = useTranslation();
  const { percent, timeText, msText } = pointTexts(i18n.language, by);
  const pointAt = new Map(points.map((point) => [point.at, point]));
  const bars = (
    valueOf: (point: SourcePoint) => number | undefined,
    textOf: (point: SourcePoint) => string,
  ) =>
    times.map((at) => {
      const point = pointAt.get(at);
      const label = timeText(at);
      return {
        label,
        value: point && valueOf(point),
        text: point ? `${label}: ${textOf(point)}` : label,
      };
    });
  return (
    <div className={styles.charts}>
      <BarChart
        title={t(($) => $.admin.sourceHistory.responded)}
        top={1}
        tone="success"
        bars={bars(
          (point) => workedShare([point]),
          (point) => percent.format(workedShare([point])),
        )}
      />
      <BarChart
        title={t(($) => $.admin.sourceHistory.average)}
        bars={bars(
          ({ ms }) => ms ?? undefined,
          ({ ms }) => msText(ms),
        )}
      />
    </div>
  );
}

interface SourceTableProps {
  readonly name: string;
  readonly points: readonly SourcePoint[];
  readonly by: StatsBy;
}

function SourceTable({ name, points, by }: SourceTableProps) {
  const { t, i18n } = useTranslation();
  const { number, timeText, msText } = pointTexts(i18n.language, by);
  return (
    <details className={styles.table}>
      <summary
        aria-label={t(($) => $.admin.named, {
          action: t(($) => $.admin.history.numbers),
          subject: name,
        })}
      >
        {t(($) => $.admin.history.numbers)}
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.admin.sourceHistory.time)}</th>
            <th scope="col">{t(($) => $.admin.metrics.found)}</th>
            <th scope="col">{t(($) => $.admin.metrics.notFound)}</th>
            <th scope="col">{t(($) => $.admin.metrics.failed)}</th>
            <th scope="col">{t(($) => $.admin.sourceHistory.average)}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.at}>
              <th scope="row">{timeText(point.at)}</th>
              <td>{number.format(point.found)}</td>
              <td>{number.format(point.notFound)}</td>
              <td>{number.format(point.failed)}</td>
              <td>{msText(point.ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
