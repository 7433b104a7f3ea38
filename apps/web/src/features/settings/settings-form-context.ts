import { createContext, useContext } from 'react';
import type { Choices, Draft, Fault } from './settings-form.ts';

interface DraftContext {
  /** As they will be when they are saved. */
  readonly choices: Choices;
  readonly faults: readonly Fault[];
  readonly change: (change: Draft) => void;
}

export const DraftChoices = createContext<DraftContext | null>(null);

export function useChoices(): DraftContext {
  const found = useContext(DraftChoices);
  if (!found) throw new Error('Choices are made on the settings page only');
  return found;
}
