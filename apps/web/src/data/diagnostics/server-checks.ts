// Checks of the server's parts, which it runs for administrators.
import { CheckEvent, runServerChecks } from '@matinee/shared/contract/diagnostics';
import { adminEvents } from './admin-events.ts';

/**
 * `only`: the `check` and `subject` of one of them. Rejects if the server can't run them. Leaving
 * the loop cancels the checks that still run.
 */
export async function* serverChecks(
  only: Readonly<Record<string, string>>,
  signal: AbortSignal,
): AsyncGenerator<CheckEvent, void> {
  const request = { endpoint: runServerChecks, query: only, schema: CheckEvent, signal };
  for await (const event of adminEvents(request)) {
    yield event;
    if (event.type === 'end') return;
  }
  throw new Error('The connection was lost');
}
