// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { LoadedPanel } from './LoadedPanel.tsx';
import { QueryPanel } from './Panel.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(cleanup);

const failed = (failure: ApiFailure) => ({
  data: undefined,
  error: new ApiRequestError(failure, 'raw'),
  isFetching: false,
  refetch: () => Promise.reject(new Error('unused')),
});

const ADVICE = "Check that you're logged in as an administrator";

test.each([
  [{ is: 'rejected', status: 403 }, ADVICE],
  [{ is: 'rejected', status: 503 }, "The server isn't available right now"],
  [{ is: 'unreachable' }, 'Check your connection'],
  [{ is: 'timeout' }, 'The server took too long to respond'],
] as const)('%o is not blamed on something else: %s', (failure, text) => {
  const query = failed(failure);
  render(
    <>
      <LoadedPanel title="One" about="" query={query}>
        {() => null}
      </LoadedPanel>
      <QueryPanel title="Two" about="" advice={`${ADVICE}.`} query={query}>
        {() => null}
      </QueryPanel>
    </>,
  );
  for (const name of ['One', 'Two']) {
    const said = screen.getByRole('region', { name }).textContent;
    expect(said).toContain(text);
    expect(said.includes(ADVICE)).toBe(text === ADVICE);
  }
});
