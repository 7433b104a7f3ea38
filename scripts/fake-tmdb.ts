// The tests' TMDB on a port that is known beforehand, for check-docker.sh; prints what it was asked.
import { setTimeout as pause } from 'node:timers/promises';
import net from 'node:net';
import { startTmdb } from '../tests/support/fakes/tmdb.ts';

const fake = await startTmdb();
const target = Number(new URL(fake.url).port);

net
  .createServer((from) => {
    const to = net.connect(target, '127.0.0.1');
    from.pipe(to).pipe(from);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
  })
  .listen(Number(process.argv[2]), '127.0.0.1');

for (let told = 0; ; await pause(100)) {
  for (const { url } of fake.requests.slice(told)) console.log(url.pathname);
  told = fake.requests.length;
}
