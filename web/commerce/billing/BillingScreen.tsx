import { useQuery } from '@tanstack/react-query';
import { Check, Clock, CreditCard, Download, ExternalLink, Landmark, RotateCcw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Billing, PaymentMethod, Transaction } from '#contract/commerce/billing.ts';
import { formatMoney } from '#contract/money.ts';
import { shortDate } from '#web/dates.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { BillingDetailsCard } from '../payments/BillingDetailsCard.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { PromoCodesCard } from '../promotions/PromoCodesCard.tsx';
import { billingQuery, subscriptionsQuery } from './api.ts';
import { BillingPortalButton } from './BillingPortalButton.tsx';
import { expiryOf, exportedOf, memberSince, shownMethods, statusOf, typeName } from './display.ts';
import { InvoicesCard } from './InvoicesCard.tsx';
import { SubscriptionsCard } from './SubscriptionsCard.tsx';
import { useExport } from './subscription-api.ts';
import { presentSubscription, statusLabel } from './subscription-display.ts';

const GiftsCard = lazyPart(async () => (await import('../purchases/GiftsCard.tsx')).GiftsCard);

export function BillingScreen() {
  usePage('Billing');
  return (
    <>
      <PageHeading
        title="Billing"
        subtitle="Your subscription, payments and receipts."
        actions={<BillingPortalButton label="Manage Billing" Icon={ExternalLink} />}
      />
      <LoadedBilling />
    </>
  );
}

function LoadedBilling() {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(billingQuery);
  if (isPending) return <BillingSkeleton />;
  if (isLoadingError) {
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
          <Suspense fallback={null}>
            <GiftsCard />
          </Suspense>
          <PaymentMethodCard methods={billing.paymentMethods} />
          <InvoicesCard billing={billing} />
          <BillingDetailsCard />
        </div>
      </div>
    </>
  );
}

function BillingSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your billing information</span>
      <div className="mb-8 grid grid-cols-2 gap-4 border-y border-border py-5 lg:grid-cols-5">
        {['spent', 'purchases', 'subscriptions', 'status', 'since'].map((name) => (
          <div key={name} className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-5/6" />
        </Card>
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-10 w-full" />
        </Card>
      </div>
    </div>
  );
}

/** Totals of the member after refunds (BILL-05). */
function SpendingSummary({ billing }: { billing: Billing }) {
  const { createdAt } = useMember();
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const present = subscriptions && presentSubscription(subscriptions);
  const status = subscriptions ? (present ? statusLabel(present) : 'None') : '…';
  const { totalSpent, purchaseTotal, subscriptionTotal, currency } = billing;
  return (
    <dl className="mb-8 grid grid-cols-2 border-y border-border lg:grid-cols-5">
      <Figure label="Total spent">{formatMoney(totalSpent, currency)}</Figure>
      <Figure label="One-time purchases">{formatMoney(purchaseTotal, currency)}</Figure>
      <Figure label="Subscription payments">{formatMoney(subscriptionTotal, currency)}</Figure>
      <Figure label="Subscription status">{status}</Figure>
      <Figure label="Member since">{memberSince(createdAt)}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-border py-3.5 max-lg:border-t max-lg:nth-[-n+2]:border-t-0 max-lg:odd:last:col-span-2 lg:border-l lg:py-4.5 lg:pr-4 lg:pl-5 lg:first:border-l-0 lg:first:pl-0">
      <dt className="text-xs leading-5 text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 font-display text-xl leading-7 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** Payment methods stored at the payment provider, the default one first (BILL-06). */
function PaymentMethodCard({ methods }: { methods: readonly PaymentMethod[] }) {
  return (
    <Card>
      <h2 className="mb-4">Payment Method</h2>
      {methods.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          No payment method is saved. A subscription keeps the one that it is paid with.
        </p>
      ) : (
        <ul className="lines-between">
          {shownMethods(methods).map(({ key, method, isDefault }) => (
            <li key={key} className="flex items-center gap-3.5 py-3.5 first:pt-0 last:pb-0">
              <span className="grid h-7.5 w-11 flex-none place-items-center rounded-xs border border-border text-muted-foreground">
                {method.type === 'card' ? <CreditCard size={18} /> : <Landmark size={18} />}
              </span>
              <div className="min-w-0 flex-1 tabular-nums">
                <p className="text-sm font-semibold wrap-anywhere">{method.label}</p>
                {expiryOf(method) ? <p className="text-xs text-muted-foreground">{expiryOf(method)}</p> : null}
              </div>
              {isDefault ? <Badge>Default</Badge> : null}
            </li>
          ))}
        </ul>
      )}
      <BillingPortalButton label="Add Payment Method" isBlock className="mt-4" />
    </Card>
  );
}

/** Every payment and refund, with the export as CSV (BILL-07). */
function TransactionsCard({ billing }: { billing: Billing }) {
  const { transactions } = billing;
  const exporting = useExport(billing);
  const isEmpty = exportedOf(billing).length === 0;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 px-5 pt-5 pb-3 lg:px-6">
        <h2>Transaction History</h2>
        <Button
          variant="outline"
          size="small"
          unavailableReason={isEmpty ? 'There are no transactions to export yet.' : undefined}
          onClick={() => exporting.mutate()}
        >
          <Download size={16} />
          Export CSV
        </Button>
      </div>
      {transactions.length === 0 ? (
        <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">
          No transactions yet. What you buy appears here with its receipt.
        </p>
      ) : (
        <DataTable
          caption="Transaction History"
          columns={transactions.some(({ document }) => document) ? [...facts, documentColumn] : facts}
          rows={transactions}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}

const facts: DataTableColumn<Transaction>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => <Fixed>{shortDate(date)}</Fixed> },
  { key: 'type', header: 'Type', cell: typeName },
  {
    key: 'description',
    header: 'Description',
    kind: 'subject',
    cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
  },
  { key: 'status', header: 'Status', cell: (line) => <StatusBadge line={line} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap tabular-nums">{formatMoney(amount, currency)}</span>
    ),
  },
];

/** Column with the button that downloads the document of a payment or refund; on paper, the document's number. */
const documentColumn: DataTableColumn<Transaction> = {
  key: 'document',
  header: 'Document',
  align: 'end',
  cell: ({ document, type, description }) =>
    document ? (
      <>
        <DocumentButton
          id={document.id}
          kind={type === 'refund' ? 'creditNote' : 'invoice'}
          subject={description}
          size="small"
        />
        <span className="on-paper hidden">{document.number}</span>
      </>
    ) : (
      <NoValue />
    ),
};

function Fixed({ children }: { children: string }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}

function StatusBadge({ line }: { line: Transaction }) {
  const { label, tone } = statusOf(line);
  const Icon = label === 'Paid' ? Check : label === 'Free Trial' || label === 'Pending' ? Clock : RotateCcw;
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {label}
    </Badge>
  );
}
