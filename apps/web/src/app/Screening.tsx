import { Outlet } from 'react-router-dom';
import { StorageNotice } from './StorageNotice.tsx';

/** Around the player there is no frame; only what must be said comes over the picture. */
export function Screening() {
  return (
    <main>
      <Outlet />
      <StorageNotice place="picture" />
    </main>
  );
}
