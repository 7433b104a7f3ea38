import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '#paths.ts';

const DEBOUNCE_MS = 500;

export interface SearchText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Updates the URL without waiting for the debounce. */
  readonly submit: () => void;
  readonly clear: () => void;
}

/** The URL holds the text. A local draft exists only while the user types. */
export function useSearchText(): SearchText {
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
