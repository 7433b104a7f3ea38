import { DevVideoPlayer } from './DevVideoPlayer.tsx';

export function DevVideoPage() {
  return <DevVideoPlayer />;
}
