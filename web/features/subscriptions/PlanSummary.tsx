import { Check } from 'lucide-react';
import type { Resource } from '#contract/catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import type { Plan } from '#contract/subscriptions.ts';
import { Card } from '../../ui/Card.tsx';
import { Price } from '../../ui/Price.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { benefitsOf, planWords, termsOf } from './display.ts';

type PlanSummaryProps = { resource: Resource | undefined; plan: Plan; amount: number; currency: string };

/** What the subscription includes, what is due today, and the terms (SUBSCR-06, SUBSCR-07). */
export function PlanSummary({ resource, plan, amount, currency }: PlanSummaryProps) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="max-lg:hidden">
        {resource ? <Cover resource={resource} /> : <Skeleton className="aspect-5/2 w-full rounded-none!" />}
      </div>
      <div className="flex flex-col gap-5 p-5 lg:p-6">
        <div>
          <h2>What’s included</h2>
          <ul className="mt-2">
            {benefitsOf(resource).map((benefit) => (
              <li key={benefit} className="flex gap-3 py-2 text-sm wrap-anywhere">
                <Check size={16} className="mt-0.5 flex-none text-free" />
                {benefit}
              </li>
            ))}
          </ul>
        </div>
        <dl className="flex flex-col gap-2">
          <div className="flex justify-between gap-4 text-sm">
            <dt className="text-muted-foreground">{planWords[plan].name} plan</dt>
            <dd className="tabular-nums">{formatMoney(amount, currency)}</dd>
          </div>
          <div className="mt-1 flex justify-between gap-4 border-t border-border pt-3.5 font-semibold">
            <dt>Due today</dt>
            <dd>
              <Price amount={amount} currency={currency} />
            </dd>
          </div>
        </dl>
        <div>
          <h3 className="font-sans text-sm leading-5 font-semibold tracking-normal">Terms</h3>
          <ul className="mt-2 flex list-disc flex-col gap-2 pl-4 text-sm text-muted-foreground">
            {termsOf(plan, currency).map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}

function Cover({ resource }: { resource: Resource }) {
  return (
    <ResourceCover
      id={resource.id}
      type={resource.type}
      principles={resource.rappPrinciples}
      imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
      cut="banner"
      isPrompt
    />
  );
}
