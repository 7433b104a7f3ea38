import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router-dom';
import { IframeNotice } from './IframeNotice.tsx';
import { returnToPlace, SCROLL_POSITIONS } from './reload-scroll.ts';
import { SiteMovedNotice } from './SiteMovedNotice.tsx';

/** Every page that is opened by its address has the same key: how far one was read is nothing to the next. */
const placeOf = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string =>
  `${pathname} ${key}`;

/** Around all pages, the player's too: where a page was left must outlast the film that was opened on it. */
export function RootLayout() {
  const place = placeOf(useLocation());
  useEffect(() => returnToPlace(place), [place]);
  return (
    <>
      <Outlet />
      <SiteMovedNotice />
      <IframeNotice />
      <ScrollRestoration getKey={placeOf} storageKey={SCROLL_POSITIONS} />
    </>
  );
}
