// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { startLanguages } from '#i18n/index.ts';

import { NEW_FILE } from '../../features/captions/list.ts';
import { playing } from '../../testing/playing.ts';
import { PlayerContext } from '../../use-player.ts';
import { CaptionError } from './CaptionRow.tsx';

startLanguages();
afterEach(cleanup);

test('a file that is too large is not called invalid', async () => {
  const { player } = playing();
  render(
    <PlayerContext value={player}>
      <CaptionError id={NEW_FILE} />
    </PlayerContext>,
  );
  const large = new File([], 'mine.srt');
  Object.defineProperty(large, 'size', { value: 9 * 1024 * 1024 });
  await act(() => player.captions.addFile(large));
  expect(screen.getByRole('alert').textContent).toBe('This file is too large. The limit is 8 MB.');
  await act(() => player.captions.addFile(new File(['a letter'], 'mine.srt')));
  expect(screen.getByRole('alert').textContent).toBe('Invalid subtitle format');
});
