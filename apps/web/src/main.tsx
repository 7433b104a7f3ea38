import '#lib/zod-config.ts';
import { boot } from '#app/boot.ts';
import { notStarted } from '#app/boot-failure.ts';
import { NotLoaded, part } from '#lib/chunk-load-error.ts';
import { watchTelevision } from '#lib/television.ts';
import '@fontsource-variable/inter/wght.css';
import '#styles/fallback-font.css';
import '#styles/reset.css';
import '#styles/themes/default.css';
import '#styles/themes/blue.css';
import '#styles/themes/gray.css';
import '#styles/themes/red.css';
import '#styles/themes/teal.css';
import '#styles/themes/blck.css';
import '#styles/tokens.css';
import '#styles/base.css';
import '#styles/television.css';
import '#styles/first-paint.css';

watchTelevision(document.documentElement, window);
boot();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
part(import('#app/mount.ts'))
  .then(({ show }) => show(root))
  .catch((error: unknown) => {
    notStarted();
    if (!(error instanceof NotLoaded)) throw error;
  });
