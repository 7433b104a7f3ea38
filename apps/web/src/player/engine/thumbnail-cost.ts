import { isTelevision } from '#lib/television.ts';

const SLOW_LINES = ['slow-2g', '2g', '3g'];
const MIN_MEMORY_GB = 4;
const MIN_CORES = 4;

/** The part of `navigator` that tells what a device can do; Safari and Firefox leave much of it out. */
interface DeviceFacts {
  readonly userAgent: string;
  readonly hardwareConcurrency?: number | undefined;
}

/** Whether thumbnails may be made unasked: they cost data, memory and a second decoder. */
export function affordsThumbnails(device: DeviceFacts): boolean {
  const connection: unknown = Reflect.get(device, 'connection');
  const memory: unknown = Reflect.get(device, 'deviceMemory');
  return (
    !isTelevision(device.userAgent) &&
    !(typeof memory === 'number' && memory < MIN_MEMORY_GB) &&
    (device.hardwareConcurrency ?? MIN_CORES) >= MIN_CORES &&
    !isCostly(connection)
  );
}

function isCostly(connection: unknown): boolean {
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType, type } = {
    saveData: Reflect.get(connection, 'saveData'),
    effectiveType: Reflect.get(connection, 'effectiveType'),
    type: Reflect.get(connection, 'type'),
  } satisfies Record<string, unknown>;
  return saveData === true || SLOW_LINES.includes(String(effectiveType)) || type === 'cellular';
}
