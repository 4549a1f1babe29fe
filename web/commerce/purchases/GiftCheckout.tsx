import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { GiftForm as GiftDetails } from '#contract/commerce/purchases.ts';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Checkout, OrderSummary } from './Checkout.tsx';
import { GiftForm } from './GiftForm.tsx';
import { GivenPanel } from './GivenPanel.tsx';
import { Columns } from './PaymentFrame.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Details of a gift at its checkout. */
    gift?: GiftDetails;
    /** Whether the details are complete, so that the page shows the payment. */
    isGiftComplete?: boolean;
  }
}

/** Checkout of a gift that asks for the recipient before the payment is opened. */
export function GiftCheckout({ id }: { id: number }) {
  const { currency } = usePortalConfig();
  const { details, isComplete, choose } = useGift();
  const { data } = useQuery(resourceQuery(id));
  if (details && isComplete) {
    return <Checkout id={id} gift={details} paidPanel={(paid) => <GivenPanel {...paid} gift={details} />} />;
  }
  const price = data?.price ?? 0;
  const charged = { amount: price, listPrice: price, currency, promoCode: null, tax: null };
  return (
    <>
      <PageHeading title="Give as a gift" subtitle="The recipient gets an email with a link that works once." />
      <Columns aside={data ? <OrderSummary resource={data} charged={charged} /> : null}>
        <GiftForm given={details} onChosen={choose} />
      </Columns>
    </>
  );
}

/**
 * Returns the details of a gift, and whether they are complete. The browser's history stores them, with one entry for
 * each step: Back leads from the payment to the details as they were entered, and a reload loses none.
 */
function useGift() {
  const { gift, isGiftComplete = false } = useLocation({ select: ({ state }) => state });
  const navigate = useNavigate();
  const to = { to: '.', search: true } as const;

  /** Stores the details and shows the payment. */
  async function choose(chosen: GiftDetails) {
    await navigate({ ...to, state: { gift: chosen }, replace: true });
    await navigate({ ...to, state: { gift: chosen, isGiftComplete: true } });
  }

  return { details: gift ?? null, isComplete: gift !== undefined && isGiftComplete, choose };
}
