// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { RangeField } from './RangeField.tsx';

afterEach(cleanup);

function setUp(value = 2, step = 0.1) {
  const changed = vi.fn<(value: number) => void>();
  render(
    <RangeField
      label="Delay"
      value={value}
      min={-10}
      max={10}
      step={step}
      unit={{ text: 's', isFirst: false, dir: 'ltr' }}
      numberText={(number, decimals) => number.toFixed(decimals)}
      defaultValue={0}
      labels={{ less: 'Delay: less', more: 'Delay: more' }}
      valueText={(seconds) => `${seconds} s`}
      onChange={changed}
    />,
  );
  return changed;
}

test.each([
  ['1.5', 1.5],
  ['1,5 s', 1.5],
  ['−2', -2],
  ['50', 50],
  ['۱٫۵', 1.5],
  ['−٢٫٥ ث', -2.5],
  ['١،٥', 1.5],
  ['१.५', 1.5],
  ['১.৫ সেকেন্ড', 1.5],
  ['៧', 7],
  ['９', 9],
])('%j is parsed, also beyond the slider', async (text, value) => {
  const changed = setUp();
  const field = screen.getByRole('textbox', { name: 'Delay' });
  await userEvent.clear(field);
  await userEvent.type(field, `${text}{Enter}`);
  expect(changed).toHaveBeenCalledExactlyOnceWith(value);
});

test.each(['x', ' ', '-', '1.2.3', '١٫٢٫٣'])(
  '%j is not a number and changes nothing',
  async (text) => {
    const changed = setUp();
    const field = screen.getByRole('textbox', { name: 'Delay' });
    await userEvent.clear(field);
    await userEvent.type(field, `${text}{Enter}`);
    expect(changed).not.toHaveBeenCalled();
    expect(field).toHaveProperty('value', '2.0');
  },
);

test('steps without decimals round the number', async () => {
  const changed = setUp(2, 1);
  const field = screen.getByRole('textbox', { name: 'Delay' });
  await userEvent.clear(field);
  await userEvent.type(field, '3.6{Enter}');
  expect(changed).toHaveBeenCalledExactlyOnceWith(4);
});

test('the buttons step, and a double-click resets', async () => {
  const changed = setUp(0.3);
  await userEvent.click(screen.getByRole('button', { name: 'Delay: more' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delay: less' }));
  await userEvent.dblClick(screen.getByRole('slider', { name: 'Delay' }));
  expect(changed.mock.calls).toEqual([[0.4], [0.2], [0]]);
});
