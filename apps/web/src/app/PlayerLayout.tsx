import { Outlet } from 'react-router-dom';
import { OfflineBanner } from './OfflineBanner.tsx';
import { StorageNotice } from './StorageNotice.tsx';

/** Around the player there is no frame; only what must be said comes over the picture. */
export function PlayerLayout() {
  return (
    <main>
      <Outlet />
      <OfflineBanner place="picture" />
      <StorageNotice place="picture" />
    </main>
  );
}
