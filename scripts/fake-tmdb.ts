// Runs the tests' fake TMDB on a fixed port, for check-docker.sh. Prints the requests.
import { setTimeout as pause } from 'node:timers/promises';
import net from 'node:net';
import { startTmdb } from '../tests/support/fakes/tmdb.ts';

const port = Number(process.argv[2]);
/** The address of this machine for containers. */
const bridge = process.argv[3];

const fake = await startTmdb();
const target = Number(new URL(fake.url).port);
const door = net.createServer((from) => {
  const to = net.connect(target, '127.0.0.1');
  from.pipe(to).pipe(from);
  from.on('error', () => to.destroy());
  to.on('error', () => from.destroy());
});

door.once('error', (error) => {
  if (!('code' in error) || error.code !== 'EADDRNOTAVAIL') throw error;
  // An engine in a virtual machine has its bridge there, and forwards containers to this machine's loopback interface.
  door.listen(port, '127.0.0.1');
});
door.listen(port, bridge);

for (let printed = 0; ; await pause(100)) {
  for (const { url } of fake.requests.slice(printed)) console.log(url.pathname);
  printed = fake.requests.length;
}
