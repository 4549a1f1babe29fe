import { Hourglass } from 'lucide-react';
import type { Resource } from '#contract/catalogue.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../platform/toast.ts';
import { Banner } from '../../ui/Banner.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { paymentsOff } from '../catalogue/display.ts';
import { agreeToPayment } from './api.ts';
import { payLabel } from './display.ts';
import type { Ended } from './outcome.ts';
import { PaidPanel } from './PaidPanel.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { PaymentFormSkeleton } from './PaymentFormSkeleton.tsx';
import { SecurityNotes } from './SecurityNotes.tsx';
import { StatePanel } from './StatePanel.tsx';
import { UnrecordedPanel } from './UnrecordedPanel.tsx';
import type { PaymentSetup } from './use-payment-setup.ts';
import { useRecording } from './use-recording.ts';

type CheckoutPaymentProps = { resource: Resource; setup: PaymentSetup };

/** The card form, and after it what became of the payment. */
export function CheckoutPayment({ resource, setup }: CheckoutPaymentProps) {
  const { phase, isReporting, record, awaitProvider } = useRecording(resource.id);
  if (phase.kind === 'recorded') {
    return <PaidPanel resource={resource} wasPaidBefore={phase.payment.wasPaidBefore} />;
  }
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
  if (phase.kind === 'processing') return <ProcessingPanel />;

  async function end(outcome: Ended) {
    if (outcome.kind === 'paid') return record(outcome);
    if (outcome.kind === 'processing') return awaitProvider();
    toast({
      title: 'Please check the amount',
      description: 'This payment was replaced by a newer one. You have not been charged.',
    });
    if (setup.kind === 'ready') await setup.renew();
  }

  return (
    <>
      <FormOf resourceId={resource.id} setup={setup} onEnded={end} />
      {setup.kind === 'off' ? null : <SecurityNotes />}
    </>
  );
}

type FormOfProps = { resourceId: number; setup: PaymentSetup; onEnded: (outcome: Ended) => Promise<void> };

function FormOf({ resourceId, setup, onEnded }: FormOfProps) {
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
  if (setup.kind !== 'ready') return <PaymentFormSkeleton />;
  const { stripe, opened, reportBroken } = setup;
  return (
    <PaymentForm
      stripe={stripe}
      clientSecret={opened.clientSecret}
      returnUrl={new URL(paths.paymentSuccess({ resource: resourceId }), location.origin).href}
      buttonLabel={payLabel(opened)}
      agree={() => agreeToPayment(opened)}
      onEnded={onEnded}
      onBroken={reportBroken}
    />
  );
}

function ProcessingPanel() {
  return (
    <StatePanel title="Your payment is being processed" icon={<Hourglass size={32} className="text-info-text" />}>
      <p>The payment provider has not finished yet. Please do not pay again.</p>
      <p>Your receipt comes by email as soon as it has. You may leave this page.</p>
    </StatePanel>
  );
}
