import type { PlayDay } from '@matinee/shared/contract/playbacks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { playDays } from '#data/admin/admin.ts';
import { dateFormat } from '#i18n/dates.ts';
import { numberFormat } from '#i18n/formats.ts';
import { BarChart } from './BarChart.tsx';
import { LoadedPanel } from '../LoadedPanel.tsx';
import styles from './AdminPanels.module.css';

const DAYS = 30;

/** Shows how much was played on each of the last days. */
export function HistoryPanel() {
  const { t } = useTranslation();
  return (
    <LoadedPanel
      title={t(($) => $.admin.history.title)}
      about={t(($) => $.admin.history.about)}
      query={useQuery(playDays(DAYS))}
    >
      {(days) =>
        days.every(({ plays }) => plays === 0) ? (
          <p>{t(($) => $.admin.history.none)}</p>
        ) : (
          <Days days={days} />
        )
      }
    </LoadedPanel>
  );
}

const COLUMNS = ['plays', 'minutes', 'viewers', 'failed'] as const;
type Column = (typeof COLUMNS)[number];

const valueOf = (day: PlayDay, column: Column): number =>
  column === 'minutes' ? Math.round(day.seconds / 60) : day[column];

function Days({ days }: { readonly days: readonly PlayDay[] }) {
  const { t, i18n } = useTranslation();
  const number = numberFormat(i18n.language);
  const date = dateFormat(i18n.language, 'day', { timeZone: 'UTC' });
  const dayText = ({ day }: PlayDay): string => date.format(Date.parse(`${day}T00:00:00Z`));
  const bars = (column: Column) =>
    days.map((day) => ({
      label: dayText(day),
      value: valueOf(day, column),
      text: `${dayText(day)}: ${number.format(valueOf(day, column))}`,
    }));
  return (
    <>
      <div className={styles.charts}>
        {COLUMNS.map((column) => (
          <BarChart
            key={column}
            title={t(($) => $.admin.history[column])}
            bars={bars(column)}
            tone={column === 'failed' ? 'danger' : 'accent'}
          />
        ))}
      </div>
      <details className={styles.table}>
        <summary>{t(($) => $.admin.history.numbers)}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.admin.history.day)}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(($) => $.admin.history[column])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayText(day)}</th>
                {COLUMNS.map((column) => (
                  <td key={column}>{number.format(valueOf(day, column))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
