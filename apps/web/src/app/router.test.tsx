// @vitest-environment jsdom
import type { RouteObject } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ROUTES } from '../../../../tests/e2e/support/pages.ts';

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, index, children = [] }) => [
    ...(index ? [''] : []),
    ...(path === undefined ? [] : [path]),
    ...pathsOf(children),
  ]);

test('the gallery and the tests of all pages know every route', async () => {
  // The router reads the options when it is loaded.
  vi.resetModules();
  const { config } = await import('#config.ts');
  vi.spyOn(config, 'HAS_DEV_PAGES', 'get').mockReturnValue(true);
  vi.spyOn(config, 'DMCA_EMAIL', 'get').mockReturnValue('legal@example.com');
  onTestFinished(() => void vi.restoreAllMocks());
  const { startRouter } = await import('./router.tsx');
  const router = startRouter();
  onTestFinished(() => router.dispose());
  expect(pathsOf(router.routes).toSorted()).toEqual(ROUTES.toSorted());
});
