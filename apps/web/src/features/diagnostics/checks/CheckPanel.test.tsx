// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unitText } from '#i18n/units.ts';
import { changeLanguage, loadPageTexts, startLanguages } from '#i18n/index.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { CheckPanel, sparkPoints } from './CheckPanel.tsx';
import type { CheckResult } from './run-checks.ts';

startLanguages();
await loadPageTexts('side', 'admin');

test('results follow the language in which the page is shown', async () => {
  const choose = (file: string) =>
    act(() => changeLanguage(pickLanguage(file, []), new AbortController().signal));
  const row: CheckResult = {
    id: 'archive',
    name: (t) => t(($) => $.admin.storage.space),
    outcome: {
      is: 'passed',
      ms: 5,
      detail: (t, language) =>
        `${t(($) => $.admin.sources.found, { count: 2 })}, ${unitText(1.5, 'megabyte', language)}`,
    },
    times: [],
  };
  const nothing = () => undefined;
  render(
    <CheckPanel
      title="Title"
      about=""
      advice=""
      run={{ rows: [row], isRunning: false, isComplete: true }}
      onRun={nothing}
      onRunOne={nothing}
      onCancel={nothing}
    />,
  );
  const shown = () => screen.getByRole('listitem').textContent;
  expect(shown()).toMatch(/^Storage space.*2 results, 1\.5 MB$/);
  await choose('de');
  expect(shown()).toMatch(/^Speicherplatz.*2 Ergebnisse, 1,5 MB$/);
  await choose('en');
});

test('the line spans the box, and its highest point touches the top', () => {
  expect(sparkPoints([5, 10, 0], [40, 10])).toBe('0,5 20,0 40,10');
});

test('runs of no time lie at the bottom', () => {
  expect(sparkPoints([0, 0], [40, 10])).toBe('0,10 40,10');
});
