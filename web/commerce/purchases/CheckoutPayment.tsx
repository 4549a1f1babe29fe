import { useQueryClient } from '@tanstack/react-query';
import { Link, type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { Purchase } from '#contract/commerce/purchases.ts';
import { loadPage, refreshAfterPayment } from '#web/catalogue/catalogue/api.ts';
import { paymentsOff } from '#web/catalogue/catalogue/display.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { useAction } from '#web/platform/action.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { toast } from '#web/platform/toast.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { ArrivedPanel } from './ArrivedPanel.tsx';
import { agreeToPayment, reportPayment } from './api.ts';
import { payLabel, supportAdvice } from './display.ts';
import { PaymentForm, PaymentFormSkeleton } from './PaymentForm.tsx';
import { ProcessingPanel } from './ProcessingPanel.tsx';
import type { Ended } from './pay.ts';
import type { Receipt } from './receipt-display.ts';
import { SecurityNotes } from './SecurityNotes.tsx';
import type { PaymentSetup } from './use-payment-setup.ts';

/** Loaded lazily, because only portals that compute tax need it. */
const PlaceForm = lazyPart(async () => (await import('../payments/PlaceForm.tsx')).PlaceForm);

type CheckoutPaymentProps = {
  resourceId: number;
  setup: PaymentSetup;
  /** Called when the payment has succeeded or is being processed; the page then renders no form beside it. */
  onEnded: () => void;
  /** Called when the purchase is recorded; the page then shows it in place of the payment. */
  onPaid: (paid: PaidPurchase) => void;
};

/** Recorded purchase. The note says that the payment had gone through before, so nothing was charged again; otherwise null. */
export type PaidPurchase = { purchase: Purchase; note: string | null };

/** Card form until the purchase is recorded. */
export function CheckoutPayment({ resourceId, setup, onEnded, onPaid }: CheckoutPaymentProps) {
  const { phase, isReporting, record, awaitProvider } = useRecording(resourceId, onPaid);
  if (phase.kind === 'unrecorded') {
    const { payment, reason } = phase;
    return (
      <UnrecordedPanel
        reason={reason}
        intentId={payment.intentId}
        isBusy={isReporting}
        onRetry={() => void record(payment)}
      />
    );
  }
  if (phase.kind === 'recording') return <ArrivedPanel what="purchase" />;
  if (phase.kind === 'processing') return <ProcessingPanel what="purchase" />;

  async function end(outcome: Ended) {
    if (outcome.kind === 'paid') {
      onEnded();
      return record(outcome);
    }
    if (outcome.kind === 'processing') {
      onEnded();
      return awaitProvider();
    }
    toast(
      outcome.kind === 'code-ended'
        ? { title: 'Promo code ended', description: outcome.message, tone: 'destructive' }
        : {
            title: 'Please check the amount',
            description: 'This payment was replaced by a newer one. You have not been charged.',
          },
    );
    if (setup.kind === 'ready') await setup.renew();
  }

  return (
    <>
      <FormOf resourceId={resourceId} setup={setup} onEnded={end} />
      {setup.kind === 'off' || setup.kind === 'place-needed' ? null : <SecurityNotes />}
    </>
  );
}

type FormOfProps = { resourceId: number; setup: PaymentSetup; onEnded: (outcome: Ended) => Promise<void> };

function FormOf({ resourceId, setup, onEnded }: FormOfProps) {
  const returnTo = useRouter().buildLocation({ to: '/payment-success', search: { resource: resourceId } });
  if (setup.kind === 'off') return <Banner tone="warning">{paymentsOff}</Banner>;
  if (setup.kind === 'failed') {
    return (
      <LoadError
        title={setup.title}
        description="Opening this page charges nothing. If you have paid a moment ago, your purchase appears within minutes and you are not charged twice."
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
  if (setup.kind !== 'ready') return <PaymentFormSkeleton />;
  const { stripe, opened, clientSecret, reportBroken } = setup;
  return (
    <PaymentForm
      stripe={stripe}
      clientSecret={clientSecret}
      returnUrl={new URL(returnTo.href, location.origin).href}
      buttonLabel={payLabel(opened)}
      agree={() => agreeToPayment(clientSecret)}
      onEnded={onEnded}
      onBroken={reportBroken}
    />
  );
}

const refreshMilliseconds = 500;
const leaveMilliseconds = 2000;

export type PaidPanelProps = { resource: Resource; note: string | null; receipt: Receipt };

/** Panel after the purchase (CHECKOUT-07); the page opens the resource automatically (CHECKOUT-08). */
export function PaidPanel({ resource, note, receipt }: PaidPanelProps) {
  const { email } = useMember();
  const way = {
    to: '/resource/$id',
    params: { id: String(resource.id) },
    search: { refresh: 'true' },
    state: { receipt: { ...receipt, note } },
  } as const;
  useWayOn(resource.id, way);
  return (
    <StatePanel
      headingLevel={1}
      title="Payment Successful"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={
        <Link {...way} className={buttonClasses({})}>
          View Resource
        </Link>
      }
    >
      {note ? <p>{note}</p> : null}
      <p>
        {resource.title} is yours. Your receipt is on its way to <span translate="no">{email}</span>.
      </p>
      <p>Taking you to the resource…</p>
    </StatePanel>
  );
}

function useWayOn(id: number, way: NavigateOptions) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useEffectEvent(() => void navigate({ ...way, replace: true }));
  // Timers are outside React. Those of CHECKOUT-08 start when the panel appears.
  useEffect(() => {
    const timers = [
      // A query that fails here shows its own error on the next page.
      setTimeout(() => void refreshAfterPayment(client, id).catch(() => undefined), refreshMilliseconds),
      setTimeout(leave, leaveMilliseconds),
    ];
    return () => timers.forEach(clearTimeout);
  }, [client, id]);
}

type UnrecordedPanelProps = {
  /** Sentence of the server. */
  reason: string;
  intentId: string;
  isBusy: boolean;
  onRetry: () => void;
};

/** Panel for a payment that the portal could not record (CHECKOUT-14). */
function UnrecordedPanel({ reason, intentId, isBusy, onRetry }: UnrecordedPanelProps) {
  const { supportEmail } = usePortalConfig();
  return (
    <StatePanel
      title="Your purchase is not recorded yet"
      icon={<CircleAlert size={32} className="text-warning-text" />}
      actions={
        <Button isBusy={isBusy} onClick={onRetry}>
          Check again
        </Button>
      }
    >
      <p>{reason}</p>
      <p>
        Please do not pay again. If the resource does not open within a few minutes, the payment’s number helps us find
        it: <span className="break-all">{intentId}</span>
      </p>
      {supportEmail ? (
        <p>
          <a href={`mailto:${supportEmail}`} className="font-semibold text-primary underline underline-offset-3">
            Write to support
          </a>
        </p>
      ) : null}
    </StatePanel>
  );
}

type Paid = Extract<Ended, { kind: 'paid' }>;

type Phase =
  | { kind: 'paying' }
  | { kind: 'processing' }
  /** Paid, and being recorded for the first time. */
  | { kind: 'recording' }
  /** Paid, but the server could not record the purchase (CHECKOUT-14); `reason` is its sentence. */
  | { kind: 'unrecorded'; payment: Paid; reason: string };

/** Reports a payment to the server, and again when the member retries, until the purchase is recorded. */
function useRecording(resourceId: number, onPaid: (paid: PaidPurchase) => void) {
  const client = useQueryClient();
  const { supportEmail } = usePortalConfig();
  const [phase, setPhase] = useState<Phase>({ kind: 'paying' });
  const report = useAction({
    send: async ({ intentId }: Paid) => {
      const purchase = await reportPayment({ resourceId, paymentIntentId: intentId });
      // A query that fails here shows its own error on the next page.
      await loadPage(client, resourceId).catch(() => undefined);
      return purchase;
    },
    onDone: (purchase, { wasPaidBefore }) =>
      onPaid({
        purchase,
        note: wasPaidBefore ? 'This payment had gone through already: you have not been charged again.' : null,
      }),
    onFailed: (error, payment) => {
      setPhase({ kind: 'unrecorded', payment, reason: sentenceOf(error) });
      const paid = 'Your payment went through, but your purchase is not recorded yet.';
      toast({
        title: 'Payment Processed',
        description: `${paid} ${supportAdvice(supportEmail)}`,
        tone: 'destructive',
      });
    },
  });

  return {
    phase,
    isReporting: report.isPending,
    /** Settles when the outcome is on screen. */
    record: async (payment: Paid) => {
      // A retry keeps the panel with its button.
      setPhase((now) => (now.kind === 'unrecorded' ? now : { kind: 'recording' }));
      // onFailed has shown the failure; only the wait ends here.
      await report.mutateAsync(payment).catch(() => undefined);
    },
    awaitProvider: () => setPhase({ kind: 'processing' }),
  };
}
