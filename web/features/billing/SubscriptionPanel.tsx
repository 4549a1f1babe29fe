import { useState } from 'react';
import type { Billing } from '#contract/billing.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useReactivateSubscription } from './api.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { ManageBillingButton } from './ManageBillingButton.tsx';
import { SubscriptionStatus } from './SubscriptionStatus.tsx';
import {
  canCancel,
  canReactivate,
  nextPayment,
  periodText,
  statusNotice,
  subscriptionName,
  trialNotice,
} from './subscription-display.ts';

type SubscriptionPanelProps = { subscription: Subscription; billing: Billing };

/** One subscription: its status, its price and its actions. */
export function SubscriptionPanel({ subscription, billing }: SubscriptionPanelProps) {
  const { productName } = usePortalConfig();
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2>Subscriptions</h2>
          <p className="mt-3 font-semibold wrap-anywhere">{subscriptionName(subscription, productName)}</p>
        </div>
        <div>
          <SubscriptionStatus subscription={subscription} />
        </div>
      </div>
      <Notices subscription={subscription} billing={billing} />
      <PlanFacts subscription={subscription} />
      <Actions subscription={subscription} />
    </>
  );
}

function Notices({ subscription, billing }: SubscriptionPanelProps) {
  const trial = trialNotice(subscription, billing);
  const notice = statusNotice(subscription);
  return (
    <>
      {trial ? (
        <Banner>
          {trial.before}
          <strong>{trial.date}</strong>
          {trial.after}
        </Banner>
      ) : null}
      {notice ? <Banner tone={notice.tone}>{notice.text}</Banner> : null}
    </>
  );
}

const planNames = { monthly: 'Monthly', annual: 'Annual' };

function PlanFacts({ subscription }: { subscription: Subscription }) {
  const { plan } = subscription;
  const facts = [
    { label: 'Plan', value: plan && planNames[plan] },
    { label: 'Current period', value: periodText(subscription) },
    { label: 'Next payment', value: nextPayment(subscription) ?? 'None' },
  ].filter(({ value }) => value !== null);
  return (
    <dl className="grid grid-cols-2 gap-4 text-sm lg:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ subscription }: { subscription: Subscription }) {
  const [isCancelling, setIsCancelling] = useState(false);
  const reactivating = useReactivateSubscription(subscription.id);
  const reactivate = useSingleRun(() => reactivating.mutateAsync());
  return (
    <div className="flex flex-wrap gap-3 max-lg:[&>*]:flex-1">
      <ManageBillingButton />
      {canCancel(subscription) ? (
        <Button variant="destructive-ghost" onClick={() => setIsCancelling(true)}>
          Cancel Subscription
        </Button>
      ) : null}
      {canReactivate(subscription) ? (
        <Button isBusy={reactivating.isPending} onClick={() => void reactivate()}>
          Reactivate
        </Button>
      ) : null}
      <CancelDialog subscription={subscription} isOpen={isCancelling} onOpenChange={setIsCancelling} />
    </div>
  );
}
