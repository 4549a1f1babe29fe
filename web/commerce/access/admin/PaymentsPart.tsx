import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transaction } from '#contract/commerce/billing.ts';
import type { User } from '#contract/identity/accounts-admin.ts';
import { formatMoney } from '#contract/money.ts';
import { latestPayment } from '#web/commerce/billing/admin/api.ts';
import { SubscriptionRefund } from '#web/commerce/billing/admin/RefundDialog.tsx';
import { statusOf, typeName } from '#web/commerce/billing/display.ts';
import { shortDate } from '#web/dates.ts';
import { fullName } from '#web/identity/accounts/display.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { memberPayments, memberPurchases, memberSubscription } from './api.ts';
import { LoadedPart } from './Part.tsx';
import { PurchaseRefundButton } from './PurchaseRefund.tsx';

/** Every payment and refund of a member, with buttons for possible refunds (ADM-USER-18). */
export function PaymentsPart({ user }: { user: User }) {
  const { id: userId } = user;
  const name = fullName(user);
  const query = useQuery(memberPayments(userId));
  const columns: DataTableColumn<Transaction>[] = [
    { key: 'date', header: 'Date', cell: ({ date }) => <span className="whitespace-nowrap">{shortDate(date)}</span> },
    {
      key: 'description',
      header: 'For',
      kind: 'subject',
      cell: (line) => (
        <span className="flex flex-col wrap-anywhere">
          {line.description}
          <span className="text-xs font-normal text-muted-foreground">{typeName(line)}</span>
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (line) => <Badge tone={statusOf(line).tone}>{statusOf(line).label}</Badge>,
    },
    { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount, currency }) => formatMoney(amount, currency) },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (line) => <PaymentRefund userId={userId} name={name} line={line} />,
    },
  ];
  return (
    <Card isPadded={false} className="overflow-hidden">
      <h2 className="text-lg px-5 pt-5 pb-3 lg:px-6">Payments</h2>
      <LoadedPart query={query} what="Payments">
        {({ transactions }) =>
          transactions.length === 0 ? (
            <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">This member has paid nothing.</p>
          ) : (
            <DataTable caption="Payments" columns={columns} rows={transactions} rowKey={({ id }) => id} />
          )
        }
      </LoadedPart>
    </Card>
  );
}

type LineProps = { userId: number; name: string; line: Transaction };

/** Refund button of a purchase that has not ended or the subscription's latest payment, until nothing is left of it. */
function PaymentRefund({ userId, name, line }: LineProps) {
  const { data: purchases } = useQuery(memberPurchases(userId));
  if (line.type === 'purchase') {
    const purchase = purchases?.find(({ stripePaymentIntentId }) => stripePaymentIntentId === line.reference);
    return purchase ? <PurchaseRefundButton userId={userId} purchase={purchase} variant="ghost" /> : null;
  }
  return line.type === 'subscription' && line.amount > 0 ? (
    <InvoiceRefund userId={userId} name={name} line={line} />
  ) : null;
}

function InvoiceRefund({ userId, name, line }: LineProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { data: subscription } = useQuery(memberSubscription(userId));
  const id = subscription?.id ?? 0;
  const { data: latest } = useQuery({ ...latestPayment(id), enabled: id > 0 });
  if (!latest || latest.paidAt !== line.date || latest.left === 0) return null;
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setIsAsked(true)}>
        Refund<VisuallyHidden> {line.description}</VisuallyHidden>
      </Button>
      {isAsked ? <SubscriptionRefund subscription={{ id, userName: name }} onClose={() => setIsAsked(false)} /> : null}
    </>
  );
}
