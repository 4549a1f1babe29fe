import { useLocation, useNavigate } from '@tanstack/react-router';
import type { GiftForm } from '#contract/purchases.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details of a gift at its checkout. */
    gift?: GiftForm;
    /** The details are complete: the page asks for the payment. */
    isGiftComplete?: boolean;
  }
}

/**
 * The details of a gift and whether they wait for the payment. The browser's history keeps them, with one entry for each
 * step: Back leads from the payment to the details as they were entered, and a reload loses none.
 */
export function useGift() {
  const { gift, isGiftComplete = false } = useLocation({ select: ({ state }) => state });
  const navigate = useNavigate();
  const to = { to: '.', search: true } as const;

  /** Leads on to the payment of these details. */
  async function choose(chosen: GiftForm) {
    await navigate({ ...to, state: { gift: chosen }, replace: true });
    await navigate({ ...to, state: { gift: chosen, isGiftComplete: true } });
  }

  return { details: gift ?? null, isComplete: gift !== undefined && isGiftComplete, choose };
}
