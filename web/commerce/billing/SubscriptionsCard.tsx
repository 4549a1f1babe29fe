import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { Billing, DuePayment, Guarantee } from '#contract/commerce/billing.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { today } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextButton, textLinkClasses } from '#web/ui/TextLink.tsx';
import { subscriptionsQuery } from './api.ts';
import { CancelButton } from './CancelSubscription.tsx';
import { PauseButton, PauseNotice } from './PauseSubscription.tsx';
import { PendingPlan, PlanSwitch } from './PlanSwitch.tsx';
import { planNames } from './plan-display.ts';
import { useReactivateSubscription, useRequestRefund } from './subscription-api.ts';
import {
  canCancel,
  canReactivate,
  discountNotice,
  dueNotice,
  dueSchedule,
  guaranteeText,
  nextPayment,
  periodText,
  presentSubscription,
  statusLabel,
  statusNotice,
  statusTone,
  subscriptionName,
  trialNotice,
} from './subscription-display.ts';

const PlanSeatNote = lazyPart(async () => (await import('./PlanSeatNote.tsx')).PlanSeatNote);

/** The member's subscriptions (BILL-01, BILL-03): the current one, and below it the earlier ones. */
export function SubscriptionsCard({ billing }: { billing: Billing }) {
  const { data, isPending, isLoadingError, refetch } = useQuery(subscriptionsQuery);
  if (isPending) return <LoadingSubscriptions />;
  if (isLoadingError) {
    return (
      <Card className="flex flex-col gap-4">
        <h2>Subscriptions</h2>
        <Banner tone="danger" role="alert">
          Your subscription could not be loaded.{' '}
          <TextButton className="text-current! underline" onClick={() => void refetch()}>
            Try again
          </TextButton>
        </Banner>
      </Card>
    );
  }
  const present = presentSubscription(data);
  if (!present) return <NoSubscription />;
  const former = data.filter(({ id }) => id !== present.id);
  return (
    <Card className="flex flex-col gap-5">
      <SubscriptionPanel subscription={present} billing={billing} />
      {billing.guarantee ? <GuaranteeNote guarantee={billing.guarantee} /> : null}
      {former.length > 0 ? <FormerSubscriptions subscriptions={former} /> : null}
    </Card>
  );
}

function LoadingSubscriptions() {
  return (
    <Card className="flex flex-col gap-4" role="status">
      <span className="sr-only">Loading your subscription</span>
      <Skeleton className="h-6 w-44" />
      <Skeleton className="h-4 w-64" />
      <Skeleton className="h-10 w-40" />
    </Card>
  );
}

function NoSubscription() {
  return (
    <Card>
      <h2>Subscriptions</h2>
      <p className="mt-2 text-sm text-muted-foreground">
        You have no subscription. One subscription opens every resource that is marked with it.
      </p>
      <p className="mt-3">
        <SubscriptionResources />
      </p>
    </Card>
  );
}

const SubscriptionResources = () => (
  <Link to="/browse" search={{ accessType: ['subscription'] }} className={textLinkClasses}>
    Browse subscription resources
  </Link>
);

function FormerSubscriptions({ subscriptions }: { subscriptions: Parameters<typeof presentSubscription>[0] }) {
  const { productName } = usePortalConfig();
  return (
    <section className="border-t border-border pt-4">
      <h3 className="mb-2 text-base">Earlier subscriptions</h3>
      <ul className="flex flex-col gap-2 text-sm">
        {subscriptions.map((subscription) => (
          <li key={subscription.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="wrap-anywhere">{subscriptionName(subscription, productName)}</span>
            <SubscriptionStatus subscription={subscription} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type SubscriptionPanelProps = { subscription: Subscription; billing: Billing };

function SubscriptionPanel({ subscription, billing }: SubscriptionPanelProps) {
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
      {canCancel(subscription) ? (
        <Suspense>
          <PlanSeatNote />
        </Suspense>
      ) : null}
      <PlanFacts subscription={subscription} billing={billing} />
      <p className="text-sm text-muted-foreground">
        The subscription opens every resource that is marked with it. <SubscriptionResources />
      </p>
      <Actions subscription={subscription} />
    </>
  );
}

function Notices({ subscription, billing }: SubscriptionPanelProps) {
  const trial = trialNotice(subscription, billing);
  const notice = statusNotice(subscription);
  const discount = discountNotice(subscription);
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
      {discount ? <Banner>{discount}</Banner> : null}
      <PendingPlan subscription={subscription} />
      <PauseNotice subscription={subscription} />
      {billing.duePayment ? <DueBanner due={billing.duePayment} /> : null}
    </>
  );
}

/**
 * Banner about a payment that did not go through: the link that pays or confirms it, and the dates that follow
 * (BILL-24).
 */
function DueBanner({ due }: { due: DuePayment }) {
  const { text, action } = dueNotice(due);
  return (
    <Banner tone={due.state === 'processing' ? 'info' : 'warning'}>
      <p>{text}</p>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {dueSchedule(due).map(({ label, value }) => (
          <div key={label} className="flex gap-1.5">
            <dt>{label}:</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {due.payUrl && action ? (
        <p className="mt-3">
          <a href={due.payUrl} className={buttonClasses({ size: 'small' })}>
            {action}
          </a>
        </p>
      ) : null}
    </Banner>
  );
}

function PlanFacts({ subscription, billing }: SubscriptionPanelProps) {
  const { plan } = subscription;
  const facts = [
    { label: 'Plan', value: plan && planNames[plan] },
    { label: 'Current period', value: periodText(subscription) },
    { label: 'Next payment', value: nextPayment(subscription, billing, today()) ?? 'None' },
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
  const reactivating = useReactivateSubscription(subscription.id);
  return (
    <div className="flex flex-wrap gap-3 max-lg:[&>*]:flex-1">
      <PlanSwitch subscription={subscription} />
      <PauseButton subscription={subscription} />
      <CancelButton subscription={subscription} />
      {canReactivate(subscription) ? (
        <Button isBusy={reactivating.isPending} onClick={() => reactivating.mutate()}>
          Reactivate
        </Button>
      ) : null}
    </div>
  );
}

const icons = { success: CircleCheck, info: Clock, warning: CircleAlert, danger: CircleAlert, neutral: CircleX };

/** Status of a subscription, as one of the labels of BILL-12. */
function SubscriptionStatus({ subscription }: { subscription: Subscription }) {
  const tone = statusTone(subscription);
  const Icon = icons[tone];
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {statusLabel(subscription)}
    </Badge>
  );
}

/** Money-back guarantee of a new subscriber: the request, or its outcome (SUBSCR-07). */
function GuaranteeNote({ guarantee }: { guarantee: Guarantee }) {
  const [isAsking, setIsAsking] = useState(false);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-t border-border pt-4 text-sm">
      <h3 id={headingId} className="text-base">
        Money-back guarantee
      </h3>
      <p className="mt-1 text-muted-foreground">{guaranteeText(guarantee)}</p>
      {guarantee.state === 'available' ? (
        <TextButton className="mt-2" onClick={() => setIsAsking(true)}>
          Request a refund
        </TextButton>
      ) : null}
      {isAsking ? <RequestDialog onClose={() => setIsAsking(false)} /> : null}
    </section>
  );
}

function RequestDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const sending = useRequestRefund(onClose);
  return (
    <ConfirmDialog
      isOpen
      isBusy={sending.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Ask for your money back?"
      description="We look at your request and answer by email. When it is granted, your first payment goes back the way you paid and your subscription ends."
      confirmLabel="Send request"
      dismissLabel="Close"
      tone="primary"
      onConfirm={() => sending.mutate(reason)}
    >
      <Field label="Reason" isOptional>
        <Textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
