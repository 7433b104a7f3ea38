// The last removal, while it can be undone.
import { createStore } from 'zustand/vanilla';

export interface Undoable {
  /** A sentence that says what happened. */
  readonly text: string;
  /** Absent when there is nothing to undo. */
  readonly undo?: (() => void) | undefined;
  /** The text of the button, if it does something other than restore the last state. */
  readonly label?: string | undefined;
}

export const undoStore = createStore<{ readonly offer: Undoable | null }>(() => ({ offer: null }));

export function offerUndo(offer: Undoable): void {
  undoStore.setState({ offer });
}

export function dismissUndo(): void {
  undoStore.setState({ offer: null });
}
