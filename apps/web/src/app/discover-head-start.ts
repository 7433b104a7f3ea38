import { preconnect } from 'react-dom';
import { config } from '#config.ts';
import { askForShelves } from './catalogue-head-start.ts';

/** A loader that asks for what is seen first while the page itself is still on its way. */
export function discoverHeadStart(): null {
  askForShelves();
  preconnect(config.TMDB_IMAGE_URL);
  return null;
}
