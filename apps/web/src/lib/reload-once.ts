/**
 * Reloads a page whose chunks an update has removed, once for each history entry, so that a missing chunk causes no loop.
 * Returns false when it does not, for example offline.
 */
export function reloadOnce(): boolean {
  const entry: unknown = history.state;
  const state = typeof entry === 'object' ? entry : null;
  if (!navigator.onLine || (state !== null && 'isSecondTry' in state)) return false;
  history.replaceState({ ...state, isSecondTry: true }, '');
  location.reload();
  return true;
}
