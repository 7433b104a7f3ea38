// The files of a worker share one document. Each begins with an empty one.
import { installVttCue } from '../../apps/web/src/player/testing/vtt-cue.ts';

const { documentElement: root, body } = document;
body.replaceChildren();
for (const element of [root, body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');
// A worker loads media-captions once, which then looks for the class.
installVttCue();
