import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Billing } from '#contract/billing.ts';
import { formatMoney } from '#contract/money.ts';
import { useMember } from '../accounts/api.ts';
import { subscriptionsQuery } from './api.ts';
import { memberSince } from './display.ts';
import { presentSubscription, statusLabel } from './subscription-display.ts';

/** The totals of the member, net of what went back (BILL-05). */
export function SpendingSummary({ billing }: { billing: Billing }) {
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
