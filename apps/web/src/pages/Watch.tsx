import { WatchTitle } from '#features/watch/WatchTitle.tsx';

export function Watch() {
  return <WatchTitle />;
}
