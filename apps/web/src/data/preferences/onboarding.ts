import { z } from 'zod';
import { config } from '#config.ts';
import { sessionStore } from '#data/session.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';

const Onboarding = z.lazy(() =>
  z.looseObject({ completed: z.boolean().catch(false).default(false) }),
);

const persisted = createPersisted({
  key: '__MW::onboarding',
  schema: Onboarding,
  empty: { completed: false },
});

export function completeOnboarding(): void {
  persisted.update((state) => ({ ...state, completed: true }));
}

/** Ignores the extension. Users with their own proxies are already set up. */
export function mayNeedOnboarding(): boolean {
  const hasChosen =
    persisted.store.getState().completed || sessionStore.getState().proxySet !== null;
  return config.HAS_ONBOARDING && !hasChosen;
}
