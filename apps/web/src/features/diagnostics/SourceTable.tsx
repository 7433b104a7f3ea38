import { useTranslation } from 'react-i18next';
import { regional } from '#lib/format-locale.ts';
import type { SourceCount } from './parse-metrics.ts';
import styles from './Panel.module.css';

/** How the sources did in the searches that were reported. */
export function SourceTable({ sources }: { readonly sources: readonly SourceCount[] }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(regional(i18n.language));
  const percent = new Intl.NumberFormat(regional(i18n.language), { style: 'percent' });
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t(($) => $.admin.metrics.table)}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.admin.metrics.source)}</th>
            <th scope="col">{t(($) => $.admin.metrics.found)}</th>
            <th scope="col">{t(($) => $.admin.metrics.notFound)}</th>
            <th scope="col">{t(($) => $.admin.metrics.failed)}</th>
            <th scope="col">{t(($) => $.admin.metrics.share)}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ id, found, notFound, failed }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>{number.format(found)}</td>
              <td>{number.format(notFound)}</td>
              <td>{number.format(failed)}</td>
              <td>{percent.format(found / Math.max(found + notFound + failed, 1))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
