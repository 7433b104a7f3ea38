import { createElement } from 'react';
import type { Root } from 'react-dom/client';
import { migrateLegacyStores } from '#data/migrations/migrate.ts';
import { MigrationScreen } from './MigrationScreen.tsx';

/** Most is brought along before anybody could read that it is. */
const SHOWN_AFTER_MS = 300;
/** What somebody would miss; without their settings people can go on. */
const LIBRARY = ['mw-bookmarks', 'video-progress'];

/** Resolves when everything is here, or when somebody would rather not wait: then it goes on beside the pages. */
export function bringAlong(view: Root): Promise<void> {
  return new Promise((goOn) => {
    const draw = (state: 'running' | 'failed') =>
      view.render(createElement(MigrationScreen, { state, onGoOn: () => goOn() }));
    const soon = setTimeout(() => draw('running'), SHOWN_AFTER_MS);
    void migrateLegacyStores(new AbortController().signal)
      .then((outcomes) => LIBRARY.every((key) => outcomes[key] !== 'reset'))
      .catch(() => false)
      .then((isWhole) => {
        clearTimeout(soon);
        if (isWhole) goOn();
        else draw('failed');
      });
  });
}
