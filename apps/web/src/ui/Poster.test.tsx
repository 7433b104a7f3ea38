// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Poster } from './Poster.tsx';

afterEach(cleanup);

test('a poster says its title until its picture has come, and when it does not come', () => {
  const { container } = render(<Poster title="Charade" src="/charade.jpg" />);
  const picture = container.querySelector('img');
  expect(container.textContent).toBe('Charade');
  expect(picture?.dataset.state).toBe('loading');
  if (picture) fireEvent.error(picture);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('Charade');
});
