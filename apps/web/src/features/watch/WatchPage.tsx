import { WatchTitle } from './WatchTitle.tsx';

export function WatchPage() {
  return <WatchTitle />;
}
