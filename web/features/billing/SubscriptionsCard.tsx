import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Billing } from '#contract/billing.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextButton, textLinkClasses } from '../../ui/TextLink.tsx';
import { subscriptionsQuery } from './api.ts';
import { GuaranteeNote } from './GuaranteeNote.tsx';
import { SubscriptionPanel } from './SubscriptionPanel.tsx';
import { SubscriptionStatus } from './SubscriptionStatus.tsx';
import { presentSubscription, subscriptionName } from './subscription-display.ts';

/** The member's subscriptions (BILL-01, BILL-03): the one that counts, and below it the former ones. */
export function SubscriptionsCard({ billing }: { billing: Billing }) {
  const { data, isPending, isError, refetch } = useQuery(subscriptionsQuery);
  if (isPending) return <LoadingSubscriptions />;
  if (isError) {
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
        <Link to="/browse" search={{ accessType: ['subscription'] }} className={textLinkClasses}>
          Browse subscription resources
        </Link>
      </p>
    </Card>
  );
}

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
