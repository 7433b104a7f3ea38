import { expect, test } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { episodesText } from './TitleFiles.tsx';

const { t } = startLanguages();

test.each([
  [[], undefined],
  [[3], 'Episode 3'],
  [[1, 2], 'Episodes 1–2'],
  [[1, 2, 3, 4], 'Episodes 1–4'],
])('the episodes %j of a file are named %s', (episodes, text) => {
  expect(episodesText(t, episodes)).toBe(text);
});
