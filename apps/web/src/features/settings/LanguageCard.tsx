import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pickLanguage } from '#i18n/languages.ts';
import { FilterField } from '#ui/FilterField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { useChoices } from './settings-form-context.ts';
import styles from './LanguageCard.module.css';
import { languagesFound } from './filter-languages.ts';

/** Every language by its own name, so that whoever is in the wrong one finds the way out. */
export function LanguageCard() {
  const { t, i18n } = useTranslation();
  const { choices, change } = useChoices();
  const [text, setText] = useState('');
  const group = useId();
  const { language } = choices;
  const found = languagesFound(text, i18n.language);
  const chosen = language === null ? null : pickLanguage(language, []).code;
  const browsers = pickLanguage(null, navigator.languages);

  const option = (code: string | null, name: string, base?: string, hint?: string) => (
    <label key={code} className={styles.option}>
      <input
        type="radio"
        name={group}
        className={styles.radio}
        checked={code === chosen}
        onChange={() => change({ language: code })}
      />
      <span className={styles.names}>
        <span lang={base}>{name}</span>
        {hint !== undefined && hint !== name && <span className={styles.hint}>{hint}</span>}
      </span>
      {code === chosen && <Check aria-hidden />}
    </label>
  );

  return (
    <SettingsCard title={t(($) => $.settings.language.title)}>
      <FilterField label={t(($) => $.settings.language.find)} value={text} onChange={setText} />
      <div
        className={styles.options}
        role="radiogroup"
        aria-label={t(($) => $.settings.language.title)}
      >
        {text.trim() === '' &&
          option(
            null,
            t(($) => $.settings.language.browser),
            undefined,
            browsers.nativeName,
          )}
        {found.map(({ code, base, name, nativeName }) => option(code, nativeName, base, name))}
      </div>
      <p role="status" className={styles.none}>
        {found.length === 0 && t(($) => $.settings.language.none)}
      </p>
    </SettingsCard>
  );
}
