// Whether an ornament may move: not for those who asked for stillness, nor on what has little power to spare.
import { z } from 'zod';

const Device = z.object({
  connection: z.object({ saveData: z.boolean().optional() }).optional().catch(undefined),
  deviceMemory: z.number().optional().catch(undefined),
  hardwareConcurrency: z.number().optional().catch(undefined),
});

const LITTLE_MEMORY_GIB = 1;

const navigatorFacts = () => {
  const { connection, deviceMemory, hardwareConcurrency } = Device.catch({}).parse(navigator);
  return { saveData: connection?.saveData ?? false, deviceMemory, hardwareConcurrency };
};

export function isStrongEnough(facts = navigatorFacts()): boolean {
  const { saveData, deviceMemory = Infinity, hardwareConcurrency = Infinity } = facts;
  return !saveData && deviceMemory > LITTLE_MEMORY_GIB && hardwareConcurrency > 1;
}

const Battery = z.object({ charging: z.boolean(), level: z.number() });
const WithBattery = z.object({ getBattery: z.custom<() => Promise<unknown>>(isFunction) });
const LOW_BATTERY = 0.2;

/** False where the browser does not tell. */
export async function isBatteryLow(): Promise<boolean> {
  const device = WithBattery.safeParse(navigator);
  if (!device.success) return false;
  const battery = Battery.safeParse(await device.data.getBattery.call(navigator).catch(() => null));
  return battery.success && !battery.data.charging && battery.data.level <= LOW_BATTERY;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
