import { Outlet, ScrollRestoration } from 'react-router-dom';

/** Around all pages, the player's too: where a page was left must outlast the film that was opened on it. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
