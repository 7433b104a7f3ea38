// The last thing that was taken away, for as long as it can be brought back.
import { createStore } from 'zustand/vanilla';

export interface Undoable {
  /** What has happened, in a sentence. */
  readonly text: string;
  /** Missing when nothing has been done. */
  readonly undo?: (() => void) | undefined;
}

export const undoStore = createStore<{ readonly offer: Undoable | null }>(() => ({ offer: null }));

export function offerUndo(offer: Undoable): void {
  undoStore.setState({ offer });
}

export function dismissUndo(): void {
  undoStore.setState({ offer: null });
}
