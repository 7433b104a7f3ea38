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

test('a file over the picture is offered a place, and taken when it is let go', () => {
  const { addFile, drag, isOffered } = setUp();
  const file = new File(['x'], 'x.srt');
  expect(drag('dragover', ['Files'])).toBe(true);
  expect(isOffered()).toBe(true);
  expect(drag('drop', ['Files'], [file])).toBe(true);
  expect(isOffered()).toBe(false);
  expect(addFile).toHaveBeenCalledExactlyOnceWith(file);
});

test('a file that goes away again is not taken', () => {
  const { addFile, drag, isOffered } = setUp();
  drag('dragenter', ['Files']);
  drag('dragleave', ['Files']);
  expect(isOffered()).toBe(false);
  expect(addFile).not.toHaveBeenCalled();
});

test('text and links are none of its business', () => {
  const { drag, isOffered } = setUp();
  expect(drag('dragover', ['text/plain'])).toBe(false);
  expect(drag('drop', ['text/plain'])).toBe(false);
  expect(isOffered()).toBe(false);
});

test('after its end it takes nothing', () => {
  const { stop, drag, isOffered } = setUp();
  stop();
  drag('dragover', ['Files']);
  expect(isOffered()).toBe(false);
});
