import type { ConfiguredOption } from '@matinee/shared/contract/diagnostics';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteOrigin } from '#config.ts';
import { configuration } from '#data/diagnostics/server.ts';
import { FilterField } from '#ui/FilterField.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { QueryPanel } from '../Panel.tsx';
import styles from './Configuration.module.css';

/** Lists every option of the server, with its value and the origin of the value. */
export function ConfigurationPanel() {
  const { t } = useTranslation();
  const query = useQuery(configuration());
  return (
    <QueryPanel
      title={t(($) => $.admin.config.title)}
      about={t(($) => $.admin.config.about)}
      advice={t(($) => $.admin.config.advice)}
      isWide
      query={query}
    >
      {(options) => <FilteredOptions options={options} />}
    </QueryPanel>
  );
}

function FilteredOptions({ options }: { readonly options: readonly ConfiguredOption[] }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState('');
  const [onlySet, setOnlySet] = useState(true);
  const wanted = filter.trim().toLowerCase();
  const shown = options.filter(
    ({ name, value, isSet }) =>
      (!onlySet || isSet) && `${name} ${value ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className={styles.filters}>
        <FilterField label={t(($) => $.admin.config.filter)} value={filter} onChange={setFilter} />
        <SwitchField isOn={onlySet} onChange={setOnlySet}>
          {t(($) => $.admin.config.onlySet)}
        </SwitchField>
      </div>
      {shown.length === 0 ? (
        <p>{t(($) => $.admin.config.none)}</p>
      ) : (
        <ul className={styles.options} aria-label={t(($) => $.admin.config.title)}>
          {shown.map((option) => (
            <OptionRow key={option.name} option={option} />
          ))}
        </ul>
      )}
    </>
  );
}

function OptionRow({ option }: { readonly option: ConfiguredOption }) {
  const { t } = useTranslation();
  const { name, value, default: initial, isSecret, isSet, from } = option;
  return (
    <li className={styles.option}>
      <a
        href={`${siteOrigin}/manual/configure#${name.toLowerCase()}`}
        target="_blank"
        rel="noreferrer"
        className={styles.name}
      >
        <bdi>{name}</bdi>
      </a>
      <div className={styles.values}>
        {isSecret && (
          <span className={styles.note}>
            {isSet ? t(($) => $.admin.config.secret) : t(($) => $.admin.config.unset)}
          </span>
        )}
        {!isSecret && value === null && (
          <span className={styles.note}>{t(($) => $.admin.config.unset)}</span>
        )}
        {value !== null && <code dir="auto">{value}</code>}
        {initial !== null && initial !== value && (
          <span className={styles.note}>
            {t(($) => $.admin.config.initial, { value: initial })}
          </span>
        )}
      </div>
      <span className={styles.from}>{t(($) => $.admin.config.from[from])}</span>
    </li>
  );
}
