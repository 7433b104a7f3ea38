// The proxy of the built server against the plainest one that could be written: fetch, and pipe the response.
// Usage: node scripts/bench/proxy.ts [rounds]. Linux only.
import { measurePairs, measureThroughput, printPairs } from './support/load.ts';
import { startPlainServer } from './support/plain-servers.ts';
import { startServer } from './support/server.ts';

const ROUNDS = Number(process.argv[2] ?? 12);
const LARGE_MIB = 64;

const upstream = await startPlainServer('upstream');
const plain = await startPlainServer('fetchAndPipe');
const server = await startServer({ OPERATOR_ALLOWED_HOSTS: new URL(upstream.url).host });
try {
  const measure = (path: string, connections: number) => {
    const proxied = `/proxy?destination=${encodeURIComponent(upstream.url + path)}`;
    return measurePairs(ROUNDS, [server, plain], (side) =>
      measureThroughput(side, proxied, { seconds: 1, connections }),
    );
  };
  console.log(`Proxy, ${ROUNDS} rounds`.padEnd(34), '     ours       plain       ratio');
  const small = await measure('/json', 32);
  printPairs('1 KB of JSON, requests a second', perSecond(small), 2.2);
  printPairs(
    'the same for a second of processor',
    small.map(([ours, other]) => [ours.perCpuSecond, other.perCpuSecond]),
    3,
  );
  printPairs(
    'p99, ms',
    small.map(([ours, other]) => [ours.p99Ms, other.p99Ms]),
  );
  const large = await measure(`/${LARGE_MIB * 1024 * 1024}.mp4`, 1);
  printPairs(`${LARGE_MIB} MiB, a second`, perSecond(large), 0.95);
} finally {
  upstream.stop();
  plain.stop();
  await server.stop();
}

function perSecond(
  pairs: Awaited<ReturnType<typeof measurePairs<unknown, { readonly perSecond: number }>>>,
): readonly (readonly [number, number])[] {
  return pairs.map(([ours, other]) => [ours.perSecond, other.perSecond]);
}
