// The files of a worker share its globals. Each begins without the stubs of the file before.
import { vi } from 'vitest';

vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();
