import { DevVideoPlayer } from '#features/dev-video/DevVideoPlayer.tsx';

export function DevVideo() {
  return <DevVideoPlayer />;
}
