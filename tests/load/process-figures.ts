// Memory and sockets of a server, as the kernel and Node's inspector count them. Linux only.
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

/** The resident memory of a process. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const HeapUsage = z.object({ id: z.literal(2), result: z.object({ usedSize: z.number() }) });

const HEAP_MEASUREMENTS = 5;

/**
 * The least that the JavaScript heap holds after several garbage collections. While one runs, requests arrive, and a
 * thousand of them hold 15 MB for a moment.
 */
export async function heapMb(inspectorUrl: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < HEAP_MEASUREMENTS; count += 1) {
    least = Math.min(least, await heapNowMb(inspectorUrl));
    await setTimeout(1_000);
  }
  return least;
}

async function heapNowMb(inspectorUrl: string): Promise<number> {
  const inspector = new WebSocket(inspectorUrl);
  try {
    await once(inspector, 'open');
    const usage = new Promise<number>((found, failed) => {
      inspector.addEventListener('message', ({ data }) => {
        const reply = HeapUsage.safeParse(JSON.parse(String(data)));
        if (reply.success) found(reply.data.result.usedSize);
      });
      inspector.addEventListener('close', () => failed(new Error('The inspector has closed')));
    });
    inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    inspector.send(JSON.stringify({ id: 2, method: 'Runtime.getHeapUsage' }));
    return (await usage) / 2 ** 20;
  } finally {
    inspector.close();
  }
}

export interface OpenFiles {
  /** Connections that the process has accepted on its port. */
  readonly clients: number;
  /** Other connections, except those to the database. */
  readonly outside: number;
  readonly database: number;
  /** Open files that are not connections. */
  readonly others: number;
}

const LISTENS = '0A';

/**
 * `/proc/net/tcp` has a line for each socket: its number, local and remote address, state, and as the tenth its inode.
 */
function connectionsOf(pid: number) {
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state]) => state !== LISTENS)
      .map(([, local = '', remote = '', , , , , , , inode = '']) => ({
        inode,
        localPort: portOf(local),
        remotePort: portOf(remote),
      })),
  );
}

const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16);

interface Ports {
  readonly server: number;
  readonly database: number;
}

export function openFilesOf(pid: number, ports: Ports): OpenFiles {
  const links = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return []; // Closed meanwhile.
    }
  });
  const inodes = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  // The kernel may list a socket twice while others close.
  const own = connectionsOf(pid).filter(({ inode }) => inodes.delete(inode));
  const clients = own.filter(({ localPort }) => localPort === ports.server).length;
  const database = own.filter(({ remotePort }) => remotePort === ports.database).length;
  return {
    clients,
    database,
    outside: own.length - clients - database,
    others: links.length - own.length,
  };
}
