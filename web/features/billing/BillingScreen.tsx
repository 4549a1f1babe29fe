import { useQuery } from '@tanstack/react-query';
import type { Billing } from '#contract/billing.ts';
import { usePage } from '../../platform/page.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { PromoCodesCard } from '../promotions/PromoCodesCard.tsx';
import { billingQuery } from './api.ts';
import { BillingSkeleton } from './BillingSkeleton.tsx';
import { InvoicesCard } from './InvoicesCard.tsx';
import { ManageBillingButton } from './ManageBillingButton.tsx';
import { PaymentMethodCard } from './PaymentMethodCard.tsx';
import { SpendingSummary } from './SpendingSummary.tsx';
import { SubscriptionsCard } from './SubscriptionsCard.tsx';
import { TransactionsCard } from './TransactionsCard.tsx';

/** What the member pays and paid. */
export function BillingScreen() {
  usePage('Billing');
  return (
    <>
      <PageHeading title="Billing" subtitle="Your plan, payments and receipts." actions={<ManageBillingButton />} />
      <LoadedBilling />
    </>
  );
}

function LoadedBilling() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(billingQuery);
  if (isPending) return <BillingSkeleton />;
  if (isError) {
    return (
      <LoadError
        title="Failed to fetch billing information"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return <BillingView billing={data} />;
}

function BillingView({ billing }: { billing: Billing }) {
  return (
    <>
      <SpendingSummary billing={billing} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <SubscriptionsCard billing={billing} />
          <TransactionsCard billing={billing} />
        </div>
        <div className="flex flex-col gap-6">
          <PromoCodesCard />
          <PaymentMethodCard methods={billing.paymentMethods} />
          <InvoicesCard billing={billing} />
        </div>
      </div>
    </>
  );
}
