import type { ErrorGroup } from '@matinee/shared/contract/error-groups';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorGroups } from '#data/admin/admin.ts';
import { dateFormat } from '#i18n/dates.ts';
import { FilterField } from '#ui/FilterField.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { LoadedPanel } from '../LoadedPanel.tsx';
import styles from './AdminPanels.module.css';

/** Errors of the server and of browsers, found by their text or by the id of a request. */
export function ErrorsPanel() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const query = useQuery({
    ...errorGroups(useDeferredValue(search)),
    // Shows the last list while the next one loads.
    placeholderData: keepPreviousData,
  });
  return (
    <LoadedPanel
      title={t(($) => $.admin.errors.title)}
      about={t(($) => $.admin.errors.about)}
      query={query}
      controls={
        <FilterField label={t(($) => $.admin.errors.search)} value={search} onChange={setSearch} />
      }
    >
      {({ groups, total }) =>
        groups.length === 0 ? (
          <p>
            {search.trim() === ''
              ? t(($) => $.admin.errors.none)
              : t(($) => $.admin.errors.noMatch)}
          </p>
        ) : (
          <>
            <ul className={styles.list} aria-label={t(($) => $.admin.errors.title)}>
              {groups.map((group) => (
                <ErrorRow key={group.id} group={group} />
              ))}
            </ul>
            {total > groups.length && (
              <p>{t(($) => $.admin.errors.more, { count: total - groups.length })}</p>
            )}
          </>
        )
      }
    </LoadedPanel>
  );
}

function ErrorRow({ group }: { readonly group: ErrorGroup }) {
  const { t, i18n } = useTranslation();
  const { origin, level, area, code, shape, count, firstAt, lastAt, requestIds } = group;
  const format = dateFormat(i18n.language, 'shortWithTime');
  const date = (text: string): string => format.format(Date.parse(text));
  return (
    <li className={styles.item}>
      <span className={styles.dot} data-level={level} aria-hidden />
      <VisuallyHidden>{t(($) => $.admin.errors.levels[level])}</VisuallyHidden>
      <p className={styles.message}>
        <bdi>
          <strong>{code}</strong> {shape}
        </bdi>
      </p>
      <p className={styles.count}>{t(($) => $.admin.errors.count, { count })}</p>
      <p className={styles.facts}>
        <span>
          {t(($) => $.admin.errors.origins[origin])} <bdi>{area}</bdi>
        </span>
        <time dateTime={lastAt}>{t(($) => $.admin.errors.last, { date: date(lastAt) })}</time>
        {count > 1 && (
          <time dateTime={firstAt}>{t(($) => $.admin.errors.first, { date: date(firstAt) })}</time>
        )}
      </p>
      {requestIds.length > 0 && (
        <details className={styles.more}>
          <summary
            aria-label={t(($) => $.admin.named, {
              action: t(($) => $.admin.errors.requests),
              subject: `${code} ${shape}`,
            })}
          >
            {t(($) => $.admin.errors.requests)}
          </summary>
          <ul>
            {requestIds.map((id) => (
              <li key={id}>
                <code dir="ltr">{id}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
