// Compares the built server's proxy with the simplest possible one, which fetches and pipes the response. The client
// and the upstream server each need a core. On one core, 2.35x becomes 1.9x, because both count as the proxy's time.
// NAT rules, such as a stopped Docker engine leaves in the kernel, slow down each packet and lower the ratio.
// Usage: node scripts/bench/proxy.ts [rounds]. Linux only.
import { measurePairs, measureThroughput, printPairs } from './support/load.ts';
import { startPlainServer } from './support/plain-servers.ts';
import { startServer } from './support/server.ts';

/** Several starts, because V8 optimizes a program differently at each start. */
const STARTS = 4;
const ROUNDS = Number(process.argv[2] ?? 6);
const WARM_UP_SECONDS = 4;
const LARGE_MIB = 64;

type Measured = Awaited<ReturnType<typeof measureThroughput>>;
type Pair = readonly [ours: Measured, plain: Measured];

const upstream = await startPlainServer('upstream');
const small: Pair[] = [];
const large: Pair[] = [];
for (let start = 0; start < STARTS; start += 1) {
  const plain = await startPlainServer('fetchAndPipe');
  const server = await startServer({ OPERATOR_ALLOWED_HOSTS: new URL(upstream.url).host });
  try {
    const measure = async (path: string, connections: number): Promise<readonly Pair[]> => {
      const proxied = `/proxy?destination=${encodeURIComponent(upstream.url + path)}`;
      for (const side of [server, plain]) {
        await measureThroughput(side, proxied, { seconds: WARM_UP_SECONDS, connections });
      }
      return await measurePairs(ROUNDS, [server, plain], (side) =>
        measureThroughput(side, proxied, { seconds: 1, connections }),
      );
    };
    small.push(...(await measure('/json', 32)));
    large.push(...(await measure(`/${LARGE_MIB * 1024 * 1024}.mp4`, 1)));
  } finally {
    plain.stop();
    await server.stop();
  }
}
upstream.stop();

console.log(
  `Proxy, ${STARTS} starts, ${ROUNDS} rounds each`.padEnd(34),
  '     ours       plain       ratio',
);
printPairs('1 KB of JSON, requests a second', perSecond(small), 2.2);
printPairs(
  'the same for a second of processor',
  small.map(([ours, plain]) => [ours.perCpuSecond, plain.perCpuSecond]),
  3,
);
printPairs(
  'p99, ms',
  small.map(([ours, plain]) => [ours.p99Ms, plain.p99Ms]),
);
printPairs(`${LARGE_MIB} MiB, a second`, perSecond(large), 0.95);

function perSecond(pairs: readonly Pair[]): readonly (readonly [number, number])[] {
  return pairs.map(([ours, plain]) => [ours.perSecond, plain.perSecond]);
}
