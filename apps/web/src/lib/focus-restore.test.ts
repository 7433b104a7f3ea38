// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setReturnPath, linkTo, restoreFocus } from './focus-restore.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The first page is left alone; every test is about a later one.
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
const MOVIE = '/media/tmdb-movie-4808-charade';
const CARDS = `<a id="sintel" href="/media/tmdb-movie-45745-sintel"></a><a id="charade" href="${MOVIE}"></a>`;

test('after navigating forward the content has the focus', () => {
  restoreFocus(draw(CARDS));
  expect(focused()).toBe('main');
});

test('after navigating back the link that led away has the focus', () => {
  setReturnPath(MOVIE);
  restoreFocus(draw(CARDS));
  expect(focused()).toBe('charade');
});

test('a focus that is already set stays', () => {
  setReturnPath(MOVIE);
  const content = draw(`<input id="box">${CARDS}`);
  content.querySelector('input')?.focus();
  restoreFocus(content);
  expect(focused()).toBe('box');
});

test('a link that is rendered a little later gets the focus then', async () => {
  setReturnPath(MOVIE);
  const content = draw('');
  restoreFocus(content);
  expect(focused()).toBe('main');
  content.innerHTML = CARDS;
  await vi.waitFor(() => expect(focused()).toBe('charade'));
});

test('a link that is rendered later does not get the focus if it has been moved', async () => {
  setReturnPath(MOVIE);
  const content = draw('<input id="box">');
  restoreFocus(content);
  content.querySelector('input')?.focus();
  content.insertAdjacentHTML('beforeend', CARDS);
  await Promise.resolve();
  expect(focused()).toBe('box');
});

test('the link of a series that continued with another episode is found by its title', () => {
  const links = ['/about', '/media/tmdb-tv-1-one/2/3', '/media/tmdb-tv-11-one'].map((pathname) => ({
    pathname,
  }));
  expect(linkTo('/media/tmdb-tv-1-one/2/4', links)?.pathname).toBe('/media/tmdb-tv-1-one/2/3');
  expect(linkTo('/media/tmdb-tv-11-one/7/8', links)?.pathname).toBe('/media/tmdb-tv-11-one');
  expect(linkTo('/settings', links)).toBeUndefined();
});
