// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useOverlayAddress } from './panel-context.ts';

afterEach(cleanup);

function Page() {
  const { path, open } = useOverlayAddress();
  return <button onClick={() => open('/settings/source')}>{path ?? 'closed'}</button>;
}

test('a panel is open before any response can arrive', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Page }]);
  render(<RouterProvider router={router} />);
  const button = await screen.findByRole('button', { name: 'closed' });
  // Without Testing Library's `act`, which would render at once.
  button.click();
  // Awaits only promises: a response would be a separate task.
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
  expect(button.textContent).toBe('/settings/source');
});
