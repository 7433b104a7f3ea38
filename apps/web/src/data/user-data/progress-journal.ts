// A large library takes long to write, and every three seconds something of it changes: what changed is written beside it,
// and folded in when there is time. Each page has a journal of its own; one that was killed leaves it for the next.
import { keysBeginning, readText, removeText, writeText } from '#data/storage/browser-storage.ts';
import { enqueueProgress, mergeItems } from './progress-merge.ts';
import { ProgressState } from './progress-schema.ts';
import { newId } from './merge-lww.ts';

const PREFIX = '__MW::progress-journal::';

export interface Journal {
  /** The titles that changed, and what is to be sent of them. */
  note(change: ProgressState): void;
  /** Nothing of it is needed any more. */
  clear(): void;
}

export function createJournal(key = `${PREFIX}${newId()}`): Journal {
  let noted: ProgressState | undefined;
  return {
    note: (change) => {
      noted = noted ? withJournal(noted, change) : change;
      writeText(key, JSON.stringify(noted));
    },
    clear: () => {
      if (noted) removeText(key);
      noted = undefined;
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

interface Left {
  readonly journals: readonly ProgressState[];
  /** To be called once they are folded in; what changed meanwhile stays. */
  readonly clear: () => void;
}

/** What other pages left, or have not folded in yet. */
export function leftJournals(): Left {
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
