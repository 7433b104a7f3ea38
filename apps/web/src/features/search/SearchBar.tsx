import { Search, X } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { rememberSearch } from '#data/user-data/recent-searches.ts';
import { markWhenStuck } from '#lib/observe-sticky.ts';
import { useAttached } from '#lib/use-ref-effect.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { RecentSearches } from './RecentSearches.tsx';
import { focusOnSlash, leadToResults } from './search-keys.ts';
import { useSearchText } from './useSearchText.ts';
import styles from './SearchBar.module.css';

/** Sticks under the header, so that a search is never far. */
export function SearchBar() {
  const { t } = useTranslation();
  const { text, type, submit, clear } = useSearchText();
  const bar = useAttached(markWhenStuck, null);
  const input = useAttached(focusOnSlash, null);
  const label = t(($) => $.home.search.label);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // Leaving the box writes the address, and puts the keyboard of a telephone away.
    inputOf(event.currentTarget)?.blur();
    leadToResults(document);
  }

  return (
    <div ref={bar} className={styles.bar}>
      <form role="search" className={styles.pill} onSubmit={onSubmit}>
        <Search aria-hidden className={styles.icon} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={t(($) => $.home.search.placeholder)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          // An empty box is written from the side that the page is read from.
          dir={text === '' ? undefined : 'auto'}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => {
            submit();
            rememberSearch(text);
          }}
        />
        {text !== '' && (
          <IconButton
            label={t(($) => $.home.search.clear)}
            onClick={({ currentTarget }) => {
              clear();
              inputOf(currentTarget.form)?.focus();
            }}
          >
            <X aria-hidden />
          </IconButton>
        )}
        {text === '' && <RecentSearches />}
      </form>
    </div>
  );
}

function inputOf(form: HTMLFormElement | null) {
  return form?.querySelector('input');
}
