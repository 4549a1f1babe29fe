import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { formatMoney } from '#contract/money.ts';
import { ArrivedPanel } from '#web/commerce/purchases/ArrivedPanel.tsx';
import { PaymentForm, PaymentFormSkeleton } from '#web/commerce/purchases/PaymentForm.tsx';
import { ProcessingPanel } from '#web/commerce/purchases/ProcessingPanel.tsx';
import type { Ended } from '#web/commerce/purchases/pay.ts';
import { SecurityNotes } from '#web/commerce/purchases/SecurityNotes.tsx';
import { usePaymentSetup } from '#web/commerce/purchases/use-payment-setup.ts';
import { planWords } from '#web/commerce/subscriptions/display.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { toast } from '#web/platform/toast.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { awaitPlan, openOrder } from './api.ts';
import { ChargedTax, type PaidOrder } from './OrderPayment.tsx';
import type { Ordered } from './order-display.ts';

/** Imported on first use, because only portals that compute tax need it. */
const PlaceForm = lazyPart(async () => (await import('#web/commerce/payments/PlaceForm.tsx')).PlaceForm);

type PlanPaymentProps = {
  organisationId: number;
  prices: Ordered;
  seats: number;
  /** Called when the payment has succeeded or is being processed. */
  onEnded: () => void;
  onPaid: (paid: PaidOrder) => void;
};

/** Opens the first payment of seats of the plan and pays it by card (SEAT-01). */
export function PlanPayment({ organisationId, prices: { plan }, seats, onEnded, onPaid }: PlanPaymentProps) {
  const setup = usePaymentSetup(openOrder(organisationId, { resourceId: null, plan, seats }));
  const [phase, setPhase] = useState<'paying' | 'recording' | 'processing'>('paying');
  const client = useQueryClient();
  const returnTo = useRouter().buildLocation({ to: '/organisation', search: { tab: 'billing' } });
  if (phase === 'recording') return <ArrivedPanel what="purchase" />;
  if (phase === 'processing') return <ProcessingPanel what="purchase" />;
  if (setup.kind === 'not-for-sale') return <Banner tone="warning">{setup.reason}</Banner>;
  if (setup.kind === 'failed') {
    return (
      <LoadError
        title={setup.title}
        description="Opening this page charges nothing. If you have paid a moment ago, your order appears within minutes and you are not charged twice."
        isBusy={setup.isBusy}
        onRetry={setup.retry}
      />
    );
  }
  if (setup.kind === 'place-needed') {
    return (
      <Suspense fallback={<PaymentFormSkeleton />}>
        <PlaceForm problem={setup.problem} onSaved={setup.renew} />
      </Suspense>
    );
  }
  if (setup.kind !== 'ready' || plan === null) return <PaymentFormSkeleton />;
  const { stripe, opened, clientSecret, reportBroken, renew } = setup;

  async function end(outcome: Ended) {
    if (outcome.kind === 'processing') {
      onEnded();
      return setPhase('processing');
    }
    if (outcome.kind === 'paid') {
      onEnded();
      setPhase('recording');
      const order = await awaitPlan(client, organisationId);
      const { amount, currency, tax } = opened;
      const { orderedAt = null, documentId = null } = order ?? {};
      return onPaid({ receipt: { amount, currency, tax, paidAt: orderedAt, documentId, paidWith: null }, note: null });
    }
    toast({
      title: 'Please check the amount',
      description: 'This payment was replaced by a newer one. You have not been charged.',
    });
    await renew();
  }

  const amount = formatMoney(opened.amount, opened.currency);
  return (
    <>
      <ChargedTax setup={setup} />
      <PaymentForm
        stripe={stripe}
        clientSecret={clientSecret}
        returnUrl={new URL(returnTo.href, location.origin).href}
        buttonLabel={`Pay ${amount}`}
        note={`Renews at ${amount} ${planWords[plan].each} until you cancel. Your first charge is today.`}
        // The consent was recorded when the order was opened.
        agree={() => Promise.resolve()}
        onEnded={end}
        onBroken={reportBroken}
      />
      <SecurityNotes />
    </>
  );
}
