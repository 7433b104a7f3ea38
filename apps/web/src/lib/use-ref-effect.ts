import { useCallback } from 'react';

export type Attach<T extends Element, C> = (element: T, context: C) => () => void;

/**
 * Connects an element to something that is not React: a ref callback whose way out runs when the element leaves.
 * `attach` must be a function of the module, so that a render does not detach and attach again.
 */
export function useRefEffect<T extends Element, C>(attach: Attach<T, C>, context: C) {
  return useCallback(
    (element: T | null) => (element ? attach(element, context) : undefined),
    [attach, context],
  );
}
