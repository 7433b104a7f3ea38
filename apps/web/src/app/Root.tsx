import { Outlet, ScrollRestoration } from 'react-router-dom';
import { FrameNotice } from './FrameNotice.tsx';
import { SiblingNotice } from './SiblingNotice.tsx';

/** Around all pages, the player's too: where a page was left must outlast the film that was opened on it. */
export function Root() {
  return (
    <>
      <Outlet />
      <SiblingNotice />
      <FrameNotice />
      <ScrollRestoration />
    </>
  );
}
