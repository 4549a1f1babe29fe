import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { Suspense } from 'react';
import type { Plan } from '#contract/commerce/plans.ts';
import { formatMoney } from '#contract/money.ts';
import { paymentsOff } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { toast } from '#web/platform/toast.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { ConsentNote } from '../purchases/ConsentNote.tsx';
import { PaymentForm, PaymentFormSkeleton } from '../purchases/PaymentForm.tsx';
import type { Ended } from '../purchases/pay.ts';
import { agreeTo, awaitActivation, useCreditStart } from './api.ts';
import { planWords, pricePer } from './display.ts';
import type { SubscriptionSetup } from './use-subscription-setup.ts';

/** Loaded lazily, because only portals that compute tax need it. */
const PlaceForm = lazyPart(async () => (await import('../payments/PlaceForm.tsx')).PlaceForm);

type SubscriptionPaymentProps = {
  resourceId: number;
  plan: Plan;
  amount: number;
  setup: SubscriptionSetup;
  /** Called when the first payment has succeeded; the page then shows that in place of its forms. */
  onPaid: () => Promise<void>;
  /** Called when the payment takes days; the page then shows that in place of its forms. */
  onProcessing: () => void;
};

/** Card form of the first payment (SUBSCR-08). */
export function SubscriptionPayment(props: SubscriptionPaymentProps) {
  const { resourceId, plan, amount, setup, onPaid, onProcessing } = props;
  const { currency } = usePortalConfig();
  const returnTo = useRouter().buildLocation({
    to: '/subscribe/$resourceId',
    params: { resourceId: String(resourceId) },
  });
  if (setup.kind === 'off') return <Banner tone="warning">{paymentsOff}</Banner>;
  if (setup.kind === 'failed') {
    return (
      <LoadError
        title={setup.title}
        description="Opening this page charges nothing. If you have paid a moment ago, your subscription opens within minutes and you are not charged twice."
        isBusy={setup.isBusy}
        onRetry={setup.retry}
      />
    );
  }
  if (setup.kind === 'credit') {
    return <CreditPayment resourceId={resourceId} plan={plan} setup={setup} onStarted={onPaid} />;
  }
  if (setup.kind === 'place-needed') {
    return (
      <Suspense fallback={<PaymentFormSkeleton />}>
        <PlaceForm problem={setup.problem} onSaved={setup.renew} />
      </Suspense>
    );
  }
  if (setup.kind !== 'ready') return <SettingUp />;
  const { renew } = setup;

  async function end(outcome: Ended) {
    if (outcome.kind === 'processing') return onProcessing();
    if (outcome.kind === 'paid') return onPaid();
    toast({
      title: 'Please check the plan',
      description: 'This payment was replaced by a newer one. You have not been charged.',
    });
    await renew();
  }

  return (
    <div>
      <PaymentForm
        stripe={setup.stripe}
        clientSecret={setup.opened.clientSecret}
        returnUrl={new URL(returnTo.href, location.origin).href}
        buttonLabel={`Subscribe for ${pricePer(plan, amount, currency)}`}
        note={`Renews at ${formatMoney(amount, currency)} ${planWords[plan].each} until you cancel. Your first charge is today.`}
        agree={() => agreeTo(setup.opened)}
        onEnded={end}
        onBroken={setup.reportBroken}
      />
      <p className="mt-3 flex justify-center gap-2 text-xs text-muted-foreground">
        <Lock size={14} className="mt-px flex-none" />
        Secure payment. Payment details go straight to the payment provider.
      </p>
    </div>
  );
}

type CreditPaymentProps = {
  resourceId: number;
  plan: Plan;
  setup: Extract<SubscriptionSetup, { kind: 'credit' }>;
  onStarted: () => Promise<void>;
};

/** Button for a first period that the member's credit pays for (SUBSCR-18). */
function CreditPayment({ resourceId, plan, setup, onStarted }: CreditPaymentProps) {
  const starting = useCreditStart({ onStarted, onGone: setup.renew });
  return (
    <div className="flex flex-col gap-4">
      <Banner>{setup.reason}</Banner>
      <ConsentNote kind="payment" />
      <Button
        isBlock
        isBusy={starting.isPending || starting.isSuccess}
        onClick={() => starting.mutate({ resourceId, plan })}
      >
        Subscribe with your credit
      </Button>
      <p className="text-xs text-muted-foreground">
        Nothing is charged now. The next period is charged to a payment method, which you can add under Manage Billing.
      </p>
    </div>
  );
}

function SettingUp() {
  return (
    <div>
      <p role="status" className="mb-4 text-sm text-muted-foreground">
        Setting up your subscription...
      </p>
      <PaymentFormSkeleton label="" />
    </div>
  );
}

/**
 * Returns a function for the time after the first payment: it waits until the server has recorded it, shows a toast and
 * opens the resource, or opens Billing while the bank takes days for it (SUBSCR-09).
 */
export function useArrival(resourceId: number): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const state = await awaitActivation(client, resourceId);
    if (state === 'processing') {
      toast({
        title: 'Your payment is being processed…',
        description: 'Your subscription starts as soon as it has arrived. Please do not pay again.',
      });
      await navigate({ to: '/billing', replace: true });
      return;
    }
    if (state === 'open') toast({ title: 'Subscription active', description: 'Welcome on board.', tone: 'success' });
    else {
      toast({
        title: 'Payment Processed',
        description: 'Your payment has arrived. Your subscription opens within minutes; please do not pay again.',
      });
    }
    await navigate({ to: '/resource/$id', params: { id: String(resourceId) }, replace: true });
  };
}
