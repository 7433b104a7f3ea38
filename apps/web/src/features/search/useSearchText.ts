import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '#paths.ts';

const WRITE_AFTER_MS = 500;

export interface SearchText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Writes the address now instead of soon. */
  readonly submit: () => void;
  readonly clear: () => void;
}

/** The address holds the text; a draft of our own lives only while somebody types. */
export function useSearchText(): SearchText {
  const { query = '' } = useParams();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<string | null>(null);
  const [alarm] = useState(createAlarm);
  useEffect(() => alarm.cancel, [alarm]);

  const write = (text: string) => void navigate(paths.browse(text), { replace: true });
  return {
    text: draft ?? query,
    type: (text) => {
      setDraft(text);
      alarm.set(() => write(text), WRITE_AFTER_MS);
    },
    submit: () => {
      alarm.ring();
      setDraft(null);
    },
    clear: () => {
      alarm.cancel();
      setDraft(null);
      write('');
    },
  };
}

/** One timer at a time. */
function createAlarm() {
  let due: { timer: ReturnType<typeof setTimeout>; run: () => void } | undefined;
  function cancel() {
    clearTimeout(due?.timer);
    due = undefined;
  }
  function ring() {
    const { run } = due ?? {};
    cancel();
    run?.();
  }
  function set(run: () => void, afterMs: number) {
    cancel();
    due = { timer: setTimeout(ring, afterMs), run };
  }
  return { set, ring, cancel };
}
