// Which components a page was drawing when it broke: React tells it apart from the error, and only once.
import { createStore } from 'zustand/vanilla';

interface RenderError {
  readonly error: unknown;
  readonly components: readonly string[];
}

const DEEPEST = 5;

export const renderErrors = createStore<RenderError>(() => ({ error: undefined, components: [] }));

/** For React's `onCaughtError`. */
export function rememberRenderError(
  error: unknown,
  { componentStack }: { readonly componentStack?: string | null | undefined },
): void {
  const lines = (componentStack ?? '').split('\n').map((line) => line.trim());
  renderErrors.setState({ error, components: lines.filter(Boolean).slice(0, DEEPEST) });
}
