import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { useGo, useSearchParameters } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CheckoutReturn } from '../promotions/CheckoutReturn.tsx';
import { settledReturn } from './api.ts';
import { supportAdvice } from './display.ts';
import { PaymentFrame } from './PaymentFrame.tsx';
import { SuccessView } from './SuccessView.tsx';
import { type PaymentReturn, readReturn } from './success-display.ts';
import { UnpaidPanel } from './UnpaidPanel.tsx';

/** Where payments lead that left the portal for the bank or for the provider's own page. */
export function PaymentSuccessScreen() {
  const came = readReturn(useSearchParameters());
  useSecretRemoval();
  return <PaymentFrame>{partOf(came)}</PaymentFrame>;
}

function partOf(came: PaymentReturn) {
  if (came.hasFailed) return <FailedReturn came={came} />;
  return came.sessionId === null ? <SettledReturn came={came} /> : <CheckoutReturn sessionId={came.sessionId} />;
}

/** The provider adds the payment's secret to the address, where it does not belong. */
function useSecretRemoval() {
  const go = useGo();
  const search = useSearchParameters();
  useEffect(() => {
    const { payment_intent_client_secret: secret, ...kept } = search;
    if (secret !== undefined) void go(paths.paymentSuccess(kept), { replace: true, keepScroll: true });
  }, [search, go]);
}

function FailedReturn({ came }: { came: PaymentReturn }) {
  usePage('Payment failed');
  return (
    <UnpaidPanel
      title="Your payment failed"
      reason="The payment did not go through and you have not been charged."
      resourceId={came.resourceId}
    />
  );
}

function SettledReturn({ came }: { came: PaymentReturn }) {
  const client = useQueryClient();
  const { data: settled, isError, isFetching, refetch } = useQuery(settledReturn(client, came));
  if (isError) return <UncheckedReturn isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!settled) return <CheckingReturn />;
  if (settled.kind === 'unpaid') {
    return <UnpaidPanel title="Your payment is not complete" reason={settled.reason} resourceId={came.resourceId} />;
  }
  const purchase = settled.kind === 'purchase' ? settled.purchase : null;
  return <SuccessView purchase={purchase} resourceId={purchase?.resourceId ?? came.resourceId} />;
}

function CheckingReturn() {
  usePage('Payment');
  return (
    <div role="status" className="flex flex-col gap-5">
      <p className="text-muted-foreground">Checking your payment…</p>
      <Skeleton className="h-10 w-[min(22rem,90%)]" />
      <Skeleton className="h-44 w-full rounded-lg!" />
    </div>
  );
}

function UncheckedReturn({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  const { supportEmail } = usePortalConfig();
  usePage('Payment Processed');
  return (
    <>
      <PageHeading title="Payment Processed" />
      <LoadError
        title="Your purchase could not be shown"
        description={`If you have paid, it appears within minutes; please do not pay again. Does it not? ${supportAdvice(supportEmail)}`}
        isBusy={isBusy}
        onRetry={onRetry}
      />
    </>
  );
}
