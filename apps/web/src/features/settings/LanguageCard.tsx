import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config, siteOrigin } from '#config.ts';
import { languageName } from '#i18n/formats.ts';
import { isInvented, LANGUAGES, nativeName, pickLanguage, type Language } from '#i18n/languages.ts';
import { matchesQuery } from '#lib/accent-insensitive-match.ts';
import { FilterField } from '#ui/FilterField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { useSettingsForm } from './settings-form.ts';
import styles from './PreferencesSection.module.css';

/** The locale files that native speakers have reviewed. Defined by vite.config.ts. */
declare const __NATIVE_LANGUAGES__: readonly string[];

/** Lists each language by its native name, for users who cannot read the current one. */
export function LanguageCard() {
  const { t, i18n } = useTranslation();
  const { values, change } = useSettingsForm();
  const [text, setText] = useState('');
  const group = useId();
  const { language } = values;
  const languages = filterLanguages(text, i18n.language);
  const selected = language === null ? null : pickLanguage(language, []).code;
  const current = LANGUAGES.find(({ locale }) => locale === i18n.language);
  const browserLanguage = pickLanguage(null, navigator.languages);

  const option = (code: string | null, name: string, lang?: string, hint?: string) => (
    <label key={code} className={styles.option}>
      <input
        type="radio"
        name={group}
        className={styles.radio}
        checked={code === selected}
        onChange={() => change({ language: code })}
      />
      <span className={styles.names}>
        <span lang={lang}>{name}</span>
        {hint !== undefined && hint !== name && <span className={styles.hint}>{hint}</span>}
      </span>
      {code === selected && <Check aria-hidden />}
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
            nativeName(browserLanguage),
          )}
        {languages.map(({ code, locale, lang = locale, name, native }) =>
          option(code, native, lang, name),
        )}
      </div>
      <p role="status" className={styles.noMatch}>
        {languages.length === 0 && t(($) => $.settings.language.none)}
      </p>
      {current && hasNoReader(current, __NATIVE_LANGUAGES__) && (
        <p className={styles.unread}>
          {t(($) => $.settings.language.unread)}{' '}
          <a href={GUIDE}>{t(($) => $.settings.language.improve)}</a>
        </p>
      )}
    </SettingsCard>
  );
}

/** The server also serves the manual. */
const GUIDE =
  config.GITHUB_LINK === undefined
    ? `${siteOrigin}/manual/translating`
    : `${config.GITHUB_LINK.replace(/\/$/, '')}/blob/HEAD/docs/translating.md`;

/** Invented languages have no native speakers. */
export const hasNoReader = ({ locale, file }: Language, read: readonly string[]): boolean =>
  !isInvented(locale) && !read.includes(file);

interface NamedLanguage extends Language {
  /** The name in the language of the page. */
  readonly name: string;
  readonly native: string;
}

/** Matches native names, names in the language of the page, and codes. */
export function filterLanguages(
  text: string,
  pageLanguage: string,
  all: readonly Language[] = LANGUAGES,
): NamedLanguage[] {
  return all
    .map((language) => ({
      ...language,
      name: nameOf(language, pageLanguage),
      native: nativeName(language),
    }))
    .filter(({ name, native, code }) =>
      [name, native, code].some((candidate) => matchesQuery(candidate, text)),
    );
}

/** The variant of a language, such as `ca-valencia`. */
const VARIANT = /-[a-z]{5,8}$/;

/** `Intl` rejects the locales of invented languages, and browsers lack the names of variants. */
function nameOf(language: Language, pageLanguage: string): string {
  const { locale } = language;
  const hasName = !isInvented(locale) && !VARIANT.test(locale);
  return (hasName ? languageName(locale, pageLanguage) : undefined) ?? nativeName(language);
}
