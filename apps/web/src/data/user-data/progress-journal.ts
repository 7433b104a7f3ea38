// Stores recent progress beside a large library, which takes two to three frames to write (see JOURNAL_FROM in progress.ts). It is
// written into the library when the browser is idle. Each page has its own journal; the next page reads one that was left.
import { keysBeginning, readText, removeText, writeText } from '#data/storage/browser-storage.ts';
import { enqueueProgress, mergeItems } from './progress-merge.ts';
import { ProgressState } from './progress-schema.ts';
import { newId } from './merge-lww.ts';

const PREFIX = '__MW::progress-journal::';

export interface Journal {
  /** Adds changed titles and their pending changes. */
  add(change: ProgressState): void;
  clear(): void;
}

export function createJournal(key = `${PREFIX}${newId()}`): Journal {
  let recorded: ProgressState | undefined;
  return {
    add: (change) => {
      recorded = recorded ? withJournal(recorded, change) : change;
      writeText(key, JSON.stringify(recorded));
    },
    clear: () => {
      if (recorded) removeText(key);
      recorded = undefined;
    },
  };
}

export function withJournal(state: ProgressState, journal: ProgressState): ProgressState {
  const items = { ...state.items };
  for (const [id, item] of Object.entries(journal.items))
    items[id] = items[id] ? mergeItems(items[id], item) : item;
  return {
    ...state,
    items,
    updateQueue: journal.updateQueue.reduce(enqueueProgress, state.updateQueue),
  };
}

interface StoredJournals {
  readonly journals: readonly ProgressState[];
  /** Removes them; one that changed meanwhile stays. */
  readonly clear: () => void;
}

/** Journals of other pages, open or closed. */
export function readJournals(): StoredJournals {
  const found = keysBeginning(PREFIX).map((key) => ({ key, text: readText(key) }));
  return {
    journals: found.flatMap(({ text }) => parse(text)),
    clear: () => {
      for (const { key, text } of found) if (readText(key) === text) removeText(key);
    },
  };
}

function parse(text: string | null): ProgressState[] {
  try {
    const state = ProgressState.safeParse(JSON.parse(text ?? ''));
    return state.success ? [state.data] : [];
  } catch {
    return [];
  }
}
