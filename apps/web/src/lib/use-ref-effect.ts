import { useCallback } from 'react';

export type Attach<T extends Element, C> = (element: T, context: C) => () => void;

/**
 * Returns a ref callback that connects an element to something outside React. The cleanup function of `attach` runs
 * when the element leaves. Define `attach` at module level, so that a render does not detach and attach again.
 */
export function useRefEffect<T extends Element, C>(attach: Attach<T, C>, context: C) {
  return useCallback(
    (element: T | null) => (element ? attach(element, context) : undefined),
    [attach, context],
  );
}
