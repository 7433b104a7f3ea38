import { watchGamepads } from '#lib/gamepad.ts';
import { pressKey, watchSpatialKeys } from '#lib/spatial-focus.ts';

/** A remote control and a game controller, which move the focus where their arrows point. */
export function watchDevices(page: Document): () => void {
  const view = page.defaultView;
  const stops = [watchSpatialKeys(page)];
  if (view) stops.push(watchGamepads(view, (key) => pressKey(page, key)));
  return () => {
    for (const stop of stops) stop();
  };
}
