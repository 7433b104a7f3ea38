// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setReturnPath, linkTo, restoreFocus } from './focus-restore.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The page that is opened first is left alone; every test is about a later one.
  restoreFocus(draw(''));
});
afterEach(() => {
  vi.useRealTimers();
  setReturnPath(undefined);
});

function draw(html: string): HTMLElement {
  document.body.innerHTML = `<main tabindex="-1">${html}</main>`;
  const main = document.querySelector('main');
  if (!main) throw new Error('Nothing was drawn');
  return main;
}
const focused = () => document.activeElement?.id || document.activeElement?.localName;
const FILM = '/media/tmdb-movie-4808-charade';
const CARDS = `<a id="sintel" href="/media/tmdb-movie-45745-sintel"></a><a id="charade" href="${FILM}"></a>`;

test('a page that somebody goes on to has the focus on its content', () => {
  restoreFocus(draw(CARDS));
  expect(focused()).toBe('main');
});

test('a page that somebody comes back to has it on the link that led away', () => {
  setReturnPath(FILM);
  restoreFocus(draw(CARDS));
  expect(focused()).toBe('charade');
});

test('a focus that is somewhere already stays there', () => {
  setReturnPath(FILM);
  const content = draw(`<input id="box">${CARDS}`);
  content.querySelector('input')?.focus();
  restoreFocus(content);
  expect(focused()).toBe('box');
});

test('a link that is drawn a little later gets it then', async () => {
  setReturnPath(FILM);
  const content = draw('');
  restoreFocus(content);
  expect(focused()).toBe('main');
  content.innerHTML = CARDS;
  await vi.waitFor(() => expect(focused()).toBe('charade'));
});

test('but not once the focus has been moved', async () => {
  setReturnPath(FILM);
  const content = draw('<input id="box">');
  restoreFocus(content);
  content.querySelector('input')?.focus();
  content.insertAdjacentHTML('beforeend', CARDS);
  await Promise.resolve();
  expect(focused()).toBe('box');
});

test('a series that went on to another episode is known by its title', () => {
  const links = ['/about', '/media/tmdb-tv-1-one/2/3', '/media/tmdb-tv-11-one'].map((pathname) => ({
    pathname,
  }));
  expect(linkTo('/media/tmdb-tv-1-one/2/4', links)?.pathname).toBe('/media/tmdb-tv-1-one/2/3');
  expect(linkTo('/media/tmdb-tv-11-one/7/8', links)?.pathname).toBe('/media/tmdb-tv-11-one');
  expect(linkTo('/settings', links)).toBeUndefined();
});
