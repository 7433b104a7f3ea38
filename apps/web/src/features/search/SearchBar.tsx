import { History, Search, X } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import {
  forgetSearches,
  recentSearchesStore,
  rememberSearch,
} from '#data/user-data/recent-searches.ts';
import { observeSticky } from '#lib/scroll-observers.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './SearchBar.module.css';

/** Sticks below the header. */
export function SearchBar() {
  const { t } = useTranslation();
  const { text, type, submit, clear } = useSearchText();
  const bar = useRefEffect(observeSticky, null);
  const input = useRefEffect(focusOnSlash, null);
  const label = t(($) => $.home.search.label);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // Blur updates the URL and closes the on-screen keyboard.
    inputOf(event.currentTarget)?.blur();
    arrowDownToResults(document);
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
          placeholder={t(($) => $.home.search.label)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          // `auto` on an empty field would force left-to-right.
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

/** Shown below the empty field while it has the focus. */
function RecentSearches() {
  const { t } = useTranslation();
  const searches = useStore(recentSearchesStore, (state) => state.searches);
  if (searches.length === 0) return null;
  const label = t(($) => $.home.search.recent);
  return (
    <div className={styles.panel} role="group" aria-label={label}>
      <p className={styles.label} aria-hidden>
        {label}
      </p>
      <ul>
        {searches.map((search) => (
          <li key={search}>
            <Link className={styles.search} to={paths.browse(search)}>
              <History aria-hidden />
              <span dir="auto">{search}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        onClick={({ currentTarget }) => {
          // The focused button disappears with the list.
          currentTarget.form?.querySelector('input')?.focus();
          forgetSearches();
        }}
      >
        {t(($) => $.home.search.clearRecent)}
      </Button>
    </div>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/** After Enter, ArrowDown as the next input focuses the first result. */
function arrowDownToResults(page: Document): void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'ArrowDown') {
        const first = page.querySelector<HTMLElement>('main [data-focus-start] a[href]');
        // Keeps listening while results load.
        if (!first) return;
        event.preventDefault();
        first.focus();
      }
      lifetime.abort();
    },
    { signal },
  );
  page.addEventListener('pointerdown', () => lifetime.abort(), { signal });
}

/** `/` focuses the search field, except while typing elsewhere. */
function focusOnSlash(input: HTMLInputElement): () => void {
  const lifetime = new AbortController();
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || isTyping(target)) return;
      event.preventDefault();
      input.focus();
      input.select();
    },
    { signal: lifetime.signal },
  );
  return () => lifetime.abort();
}

const DEBOUNCE_MS = 500;

interface SearchText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Updates the URL without waiting for the debounce. */
  readonly submit: () => void;
  readonly clear: () => void;
}

/** The URL holds the text. A local draft exists only while the user types. */
function useSearchText(): SearchText {
  const { query = '' } = useParams();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<string | null>(null);
  const [debounce] = useState(createDebounce);
  useEffect(() => debounce.cancel, [debounce]);

  const updateUrl = (text: string) => void navigate(paths.browse(text), { replace: true });
  return {
    text: draft ?? query,
    type: (text) => {
      setDraft(text);
      debounce.schedule(() => updateUrl(text));
    },
    submit: () => {
      debounce.flush();
      setDraft(null);
    },
    clear: () => {
      debounce.cancel();
      setDraft(null);
      updateUrl('');
    },
  };
}

function createDebounce() {
  let pending: { timer: ReturnType<typeof setTimeout>; run: () => void } | undefined;
  function cancel() {
    clearTimeout(pending?.timer);
    pending = undefined;
  }
  function flush() {
    const { run } = pending ?? {};
    cancel();
    run?.();
  }
  function schedule(run: () => void) {
    cancel();
    pending = { timer: setTimeout(flush, DEBOUNCE_MS), run };
  }
  return { schedule, flush, cancel };
}
