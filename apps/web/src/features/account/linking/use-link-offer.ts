import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkFailure } from '#data/account/link-channel.ts';
import { awaitLinkGuest, newLinkCode, sendSeed, type LinkGuest } from '#data/account/link-host.ts';
import { DEVICES } from '../settings/devices-key.ts';
import { useCancellable } from '../useCancellable.ts';

export type Offer =
  | { readonly at: 'waiting'; readonly code: string }
  | { readonly at: 'asking' | 'answering' | 'done'; readonly guest: LinkGuest }
  | { readonly at: 'over'; readonly why: LinkFailure | { readonly is: 'declined' } };

/** From a code to a device that has the seed, or to why it has not. */
export function useLinkOffer(seed: Uint8Array) {
  const queryClient = useQueryClient();
  const [offer, setOffer] = useState<Offer>();
  const { run, cancel } = useCancellable();

  function begin(): void {
    const code = newLinkCode();
    setOffer({ at: 'waiting', code });
    void run(async (signal) => {
      const came = await awaitLinkGuest(code, signal);
      if (signal.aborted) return;
      setOffer(
        came.is === 'asked' ? { at: 'asking', guest: came.guest } : { at: 'over', why: came },
      );
    });
  }

  function accept(guest: LinkGuest): void {
    setOffer({ at: 'answering', guest });
    void run(async (signal) => {
      const result = await sendSeed(guest, seed, signal);
      if (signal.aborted) return;
      setOffer(result.is === 'answered' ? { at: 'done', guest } : { at: 'over', why: result });
    });
  }

  function decline(): void {
    setOffer({ at: 'over', why: { is: 'declined' } });
  }

  function close(): void {
    cancel();
    setOffer(undefined);
    void queryClient.invalidateQueries({ queryKey: DEVICES });
  }

  return { offer, begin, accept, decline, close };
}
