import { Outlet, ScrollRestoration, type Location } from 'react-router-dom';
import { FrameNotice } from './FrameNotice.tsx';
import { SiblingNotice } from './SiblingNotice.tsx';

/** Every page that is opened by its address has the same key: how far one was read is nothing to the next. */
const placeOf = ({ key, pathname }: Location): string => `${pathname} ${key}`;

/** Around all pages, the player's too: where a page was left must outlast the film that was opened on it. */
export function Root() {
  return (
    <>
      <Outlet />
      <SiblingNotice />
      <FrameNotice />
      <ScrollRestoration getKey={placeOf} />
    </>
  );
}
