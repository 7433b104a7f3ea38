// Loops, seeks and switches through films for half an hour and prints what the page holds after each round.
// Needs `npm run build`. Usage: node scripts/bench/soak.ts [--seconds 1800]
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../tests/e2e/support/browser.ts';
import { FILES, LADDER, openFilms } from '../../tests/e2e/support/films.ts';
import { expectPlaying } from '../../tests/e2e/support/screen.ts';
import { soak } from '../../tests/e2e/support/soak.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '1800' } } });

/** The code that V8 makes of often-used functions lies in the heap, too, and grows for hours: without it, what grows is ours. */
const PLAIN = '--js-flags=--no-opt --no-maglev --no-sparkplug';

const shelf = await openFilms();
const launch = launchOptions();
const browser = await chromium.launch({ ...launch, args: [...(launch.args ?? []), PLAIN] });
try {
  const page = await browser.newPage();
  await page.goto(`${shelf.cinema.app.url}${FILES}`);
  await expectPlaying(page);
  const held = await soak(page, {
    titles: [LADDER, FILES],
    seconds: Number(values.seconds),
    tell: (round, { heapMib, listeners, nodes, workers, videos }) =>
      console.log(
        `round ${round}: heap ${heapMib.toFixed(1)} MiB, ${listeners} listeners, ${nodes} nodes, ${workers} workers, ${videos} video`,
      ),
  });
  const [early, late] = [held[1], held.at(-1)];
  if (early && late)
    console.log(`heap ${(late.heapMib / early.heapMib).toFixed(2)} of the second round's`);
} finally {
  await browser.close();
  await shelf.close();
}
