// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startLanguages } from './index.ts';
import { useTranslation } from './use-translation.ts';

const i18n = startLanguages();
beforeEach(() => i18n.changeLanguage('en'));
afterEach(() => {
  cleanup();
  i18n.removeResourceBundle('de', 'translation');
});

function Said() {
  const { t, i18n: spoken } = useTranslation();
  const said = [
    spoken.language,
    t(($) => $.actions.retry),
    t(($) => $.home.search.count, { count: 2 }),
    t(($) => $.global.pageTitle, { title: 'M & <M>' }),
  ];
  return <p>{said.join(' | ')}</p>;
}
const said = () => screen.getByRole('paragraph').textContent;

const speakGerman = (texts: object) =>
  act(async () => {
    i18n.addResourceBundle('de', 'translation', texts);
    await i18n.changeLanguage('de');
  });

test('texts are said as they stand, or with what belongs into them', () => {
  render(<Said />);
  expect(said()).toBe('en | Try again | 2 titles found | M & <M> · Matinee');
});

test('what is said follows the language, and English fills its gaps', async () => {
  render(<Said />);
  await speakGerman({ actions: { retry: 'Noch einmal' } });
  expect(said()).toBe('de | Noch einmal | 2 titles found | M & <M> · Matinee');
  await act(() => i18n.changeLanguage('en'));
  expect(said()).toBe('en | Try again | 2 titles found | M & <M> · Matinee');
});

test('an empty text is a gap too, and one that quotes another is put together', async () => {
  render(<Said />);
  await speakGerman({ actions: { retry: '' } });
  expect(said()).toContain('| Try again |');
  await act(() => i18n.changeLanguage('en'));
  await speakGerman({ actions: { retry: '$t(actions.cancel)!', cancel: 'Nein' } });
  expect(said()).toContain('| Nein! |');
});

test('there is one way to say texts as long as the language is the same', async () => {
  const ways = new Set<unknown>();
  function Way() {
    ways.add(useTranslation().t);
    return null;
  }
  const view = render(<Way />);
  view.rerender(<Way />);
  expect(ways.size).toBe(1);
  await speakGerman({});
  expect(ways.size).toBe(2);
});
