// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { playing } from '../../testing/playing.ts';
import { watchFileDrop } from './CaptionsDrop.tsx';

function setUp() {
  const { player, frame, state } = playing();
  const addFile = vi.spyOn(player.captions, 'addFile').mockResolvedValue();
  const stop = watchFileDrop(frame, player);
  const drag = (type: string, types: readonly string[], files: readonly File[] = []) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types, files }, relatedTarget: null });
    frame.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const isOffered = () => state().captions.isDropOffered;
  return { addFile, stop, drag, isOffered };
}

test('a file dragged over the video shows a drop zone, and is used on drop', () => {
  const { addFile, drag, isOffered } = setUp();
  const file = new File(['x'], 'x.srt');
  expect(drag('dragover', ['Files'])).toBe(true);
  expect(isOffered()).toBe(true);
  expect(drag('drop', ['Files'], [file])).toBe(true);
  expect(isOffered()).toBe(false);
  expect(addFile).toHaveBeenCalledExactlyOnceWith(file);
});

test('a file that is dragged away is not used', () => {
  const { addFile, drag, isOffered } = setUp();
  drag('dragenter', ['Files']);
  drag('dragleave', ['Files']);
  expect(isOffered()).toBe(false);
  expect(addFile).not.toHaveBeenCalled();
});

test('dragged text and links are ignored', () => {
  const { drag, isOffered } = setUp();
  expect(drag('dragover', ['text/plain'])).toBe(false);
  expect(drag('drop', ['text/plain'])).toBe(false);
  expect(isOffered()).toBe(false);
});

test('after stop nothing is accepted', () => {
  const { stop, drag, isOffered } = setUp();
  stop();
  drag('dragover', ['Files']);
  expect(isOffered()).toBe(false);
});
