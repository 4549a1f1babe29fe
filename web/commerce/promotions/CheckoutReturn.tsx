import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Clock } from 'lucide-react';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { longDate } from '#web/dates.ts';
import { usePage } from '#web/platform/page.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Price } from '#web/ui/Price.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { statusLabel, statusTone } from '../billing/subscription-display.ts';
import { ProcessingPanel } from '../purchases/ProcessingPanel.tsx';
import { checkoutReturn } from './api.ts';
import { startedSentence } from './display.ts';

/** Page after the checkout of a code or free trial: the subscription once the server has recorded it (SUCCESS-07). */
export function CheckoutReturn({ sessionId }: { sessionId: string }) {
  const client = useQueryClient();
  const { data: outcome = 'unknown', isPending } = useQuery(checkoutReturn(client, sessionId));
  if (isPending) return <Waiting />;
  if (outcome === 'processing') return <Processing />;
  return outcome === 'unknown' ? <Unrecorded /> : <Started subscription={outcome} />;
}

function Waiting() {
  usePage('Payment');
  return (
    <div role="status" className="flex flex-col gap-5">
      <p className="text-muted-foreground">Starting your subscription…</p>
      <Skeleton className="h-10 w-[min(22rem,90%)]" />
      <Skeleton className="h-44 w-full rounded-lg!" />
    </div>
  );
}

function Started({ subscription }: { subscription: Subscription }) {
  usePage('Payment Successful');
  const { trialEnd, status, plan, amount, currency } = subscription;
  const facts = [
    { label: 'Status', value: <Badge tone={statusTone(subscription)}>{statusLabel(subscription)}</Badge> },
    ...(status === 'trialing' && trialEnd ? [{ label: 'Trial ends', value: longDate(trialEnd) }] : []),
    {
      label: 'Price',
      value: <Price amount={amount} currency={currency} interval={plan === 'annual' ? 'year' : 'month'} />,
    },
  ];
  return (
    <>
      <PageHeading
        title="Payment Successful!"
        above={<CircleCheck size={40} className="text-free" />}
        subtitle={startedSentence(subscription)}
      />
      <Card className="max-w-152">
        <CardHeader title="Your subscription" />
        <Facts facts={facts} />
      </Card>
      <WaysOn />
    </>
  );
}

function Processing() {
  usePage('Payment');
  return <ProcessingPanel what="subscription" headingLevel={1} />;
}

/**
 * Shown while the server has not recorded the subscription, or when the code could no longer be redeemed, which a mail
 * then says.
 */
function Unrecorded() {
  usePage('Payment Processed');
  return (
    <>
      <PageHeading
        title="Your checkout is complete"
        above={<Clock size={40} className="text-muted-foreground" />}
        subtitle="Your subscription appears on the Billing page within minutes. If the code is no longer valid, we email you and you are not charged."
      />
      <WaysOn />
    </>
  );
}

function WaysOn() {
  return (
    <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
      <Link to="/browse" className={buttonClasses({})}>
        Browse Resources
      </Link>
      <Link to="/billing" className={buttonClasses({ variant: 'outline' })}>
        View Billing
      </Link>
      <Link to="/" className={buttonClasses({ variant: 'outline' })}>
        Go to Dashboard
      </Link>
    </div>
  );
}
