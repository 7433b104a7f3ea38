// What is said on home, on Browse and around every page. All else comes with the page that says it.
import {
  actions,
  cards,
  details,
  discover,
  errors,
  footer,
  global,
  header,
  home,
  links,
  media,
  notFound,
  notices,
  openCollection,
} from './locales/en.json';

export const FIRST_TEXTS = {
  actions,
  cards,
  details,
  discover,
  errors,
  footer,
  global,
  header,
  home,
  links,
  media,
  notFound,
  notices,
  openCollection,
};
