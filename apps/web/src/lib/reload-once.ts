/**
 * After an update the parts that an open page would ask for are gone: the page begins anew by itself, but only once for each
 * entry of the history, or what cannot be had would be asked for without end. Without a network there is nothing to come.
 */
export function reloadOnce(): boolean {
  const entry: unknown = history.state;
  const state = typeof entry === 'object' ? entry : null;
  if (!navigator.onLine || (state !== null && 'isSecondTry' in state)) return false;
  history.replaceState({ ...state, isSecondTry: true }, '');
  location.reload();
  return true;
}
