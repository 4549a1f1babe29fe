import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Check, CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { type Plan, plans } from '#contract/commerce/plans.ts';
import { formatMoney } from '#contract/money.ts';
import type { ShownTax } from '#contract/tax.ts';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { resourceIdOf, termsText } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { isNotFound } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Price } from '#web/ui/Price.tsx';
import { RadioCard, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { BillingDetailsCard } from '../payments/BillingDetailsCard.tsx';
import { priceBeforeTax, taxFacts, taxNote } from '../payments/display.ts';
import { ArrivedPanel } from '../purchases/ArrivedPanel.tsx';
import { NotForSalePanel, UnknownResource } from '../purchases/NotForSale.tsx';
import { PaymentFrame } from '../purchases/PaymentFrame.tsx';
import { ProcessingPanel } from '../purchases/ProcessingPanel.tsx';
import { readReturn } from '../purchases/success-display.ts';
import { benefitsOf, type PlanPrices, planPrices, planWords, saving, termsOf } from './display.ts';
import { SubscriptionPayment, useArrival } from './SubscriptionPayment.tsx';
import { type SubscriptionSetup, useSubscriptionSetup } from './use-subscription-setup.ts';

// Both parts are loaded lazily; few resources offer a trial.
const PromoCodeEntry = lazyPart(async () => (await import('../promotions/PromoCodeEntry.tsx')).PromoCodeEntry);
const TrialOffer = lazyPart(async () => (await import('../promotions/TrialOffer.tsx')).TrialOffer);

export function SubscribeScreen() {
  const id = resourceIdOf(useParams({ from: '/members/subscribe/$resourceId' }).resourceId);
  const search = useSearch({ from: '/members/subscribe/$resourceId' });
  // Read once, because the URL changes before the screen does, and the form must not show in between.
  const [{ intentId, hasFailed }] = useState(() => readReturn(search));
  usePage('Subscribe');
  if (id !== null && intentId !== null && !hasFailed) {
    return (
      <PaymentFrame>
        <BankReturn resourceId={id} intentId={intentId} />
      </PaymentFrame>
    );
  }
  return <PaymentFrame>{id === null ? <UnknownResource /> : <Subscribe id={id} key={id} />}</PaymentFrame>;
}

function Subscribe({ id }: { id: number }) {
  const [{ plan, round }, setChoice] = useState<{ plan: Plan; round: number }>({ plan: 'monthly', round: 1 });
  const [ended, setEnded] = useState<'paid' | 'processing' | null>(null);
  const setup = useSubscriptionSetup({ resourceId: id, plan, round });
  const arrive = useArrival(id);
  const { currency, tax: taxMode } = usePortalConfig();
  const { data: resource, error } = useQuery(resourceQuery(id));
  if (ended === 'paid') return <ArrivedPanel what="subscription" headingLevel={1} />;
  if (ended === 'processing') return <ProcessingPanel what="subscription" headingLevel={1} />;
  if (isNotFound(error)) return <UnknownResource />;
  if (setup.kind === 'not-offered') {
    return <NotForSalePanel id={id} title={resource?.title ?? 'This resource'} reason={setup.reason} />;
  }
  if (setup.kind === 'refused') return <RejectedPanel id={id} title={resource?.title} setup={setup} />;
  const prices = planPrices(resource, currency);
  // Shows the server's amount, because the catalogue's price may be older.
  const opened = setup.kind === 'ready' ? setup.opened : null;
  const total = opened?.amount ?? prices[plan];
  const charged = opened ? { ...prices, [plan]: priceBeforeTax(opened) } : prices;
  // Another country, address or tax id may change the tax.
  const reopen = taxMode !== 'none' && 'renew' in setup ? setup.renew : null;
  const takesOrders = setup.kind !== 'off' && setup.kind !== 'place-needed';
  return (
    <>
      <PageHeading
        title={`Subscribe to ${resource?.title ?? 'Premium'}`}
        subtitle={
          resource?.inside?.subscription
            ? `One subscription opens ${termsText(resource.inside.subscription, currency, taxMode)}`
            : 'One subscription opens every subscription-level resource.'
        }
      />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="flex min-w-0 flex-col gap-8">
          <PlanChoice
            plan={plan}
            prices={charged}
            currency={currency}
            onChange={(next) => setChoice({ plan: next, round: round + 1 })}
          />
          {resource && resource.trialDays !== null && takesOrders ? (
            <Suspense fallback={<Skeleton className="h-48 w-full rounded-lg!" />}>
              <TrialOffer resource={resource} days={resource.trialDays} plan={plan} amount={total} />
            </Suspense>
          ) : null}
          <SubscriptionPayment
            resourceId={id}
            plan={plan}
            amount={total}
            setup={setup}
            onPaid={async () => {
              setEnded('paid');
              await arrive();
            }}
            onProcessing={() => setEnded('processing')}
          />
        </div>
        <div className="flex flex-col gap-6 self-start lg:sticky lg:top-6">
          <PlanSummary
            resource={resource}
            plan={plan}
            amount={charged[plan]}
            currency={currency}
            tax={opened?.tax ?? null}
            total={total}
            dueNow={dueOf(setup, total)}
          >
            {takesOrders ? (
              <Suspense fallback={<Skeleton className="h-17 w-full" />}>
                <PromoCodeEntry chosenPlan={{ resourceId: id, plan }} />
              </Suspense>
            ) : null}
          </PlanSummary>
          {setup.kind === 'place-needed' ? null : <BillingDetailsCard {...(reopen && { onSaved: reopen })} />}
        </div>
      </div>
    </>
  );
}

function dueOf(setup: SubscriptionSetup, amount: number): number {
  if (setup.kind === 'credit') return 0;
  return setup.kind === 'ready' ? setup.opened.dueNow : amount;
}

type PlanChoiceProps = { plan: Plan; prices: PlanPrices; currency: string; onChange: (plan: Plan) => void };

/** Choice of monthly or annual, with the saving of a year (SUBSCR-03, SUBSCR-05). */
export function PlanChoice({ plan, prices, currency, onChange }: PlanChoiceProps) {
  const saved = saving(prices, currency);
  return (
    <RadioGroup legend="Choose a plan" columns={2}>
      {plans.map((one) => (
        <RadioCard
          key={one}
          name="plan"
          value={one}
          label={planWords[one].name}
          checked={one === plan}
          onChange={() => onChange(one)}
          badge={one === 'annual' && saved ? <Badge tone="free">{saved}</Badge> : null}
        >
          <span className="font-display text-xl leading-7 font-semibold tabular-nums lg:text-2xl lg:leading-8.5">
            {formatMoney(prices[one], currency)}
          </span>
          <span className="text-sm text-muted-foreground">{planWords[one].per}</span>
        </RadioCard>
      ))}
    </RadioGroup>
  );
}

type PlanSummaryProps = {
  resource: Resource | undefined;
  plan: Plan;
  amount: number;
  currency: string;
  /** Tax of the first period; null without tax, and before it is known. */
  tax: ShownTax | null;
  /** Price of the first period, with tax. */
  total: number;
  /** Amount of the first payment; the member's credit pays the rest (SUBSCR-18). */
  dueNow: number;
  /** Content below the sums: the promo code. */
  children?: ReactNode;
};

/** Card with the contents of the subscription, the amount due today, and the terms (SUBSCR-06, SUBSCR-07). */
export function PlanSummary(props: PlanSummaryProps) {
  const { resource, plan, amount, currency, tax, total, dueNow, children } = props;
  const taxMode = usePortalConfig().tax;
  const note = taxNote(tax, taxMode);
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="max-lg:hidden">
        {resource ? <Cover resource={resource} /> : <Skeleton className="aspect-5/2 w-full rounded-none!" />}
      </div>
      <div className="flex flex-col gap-5 p-5 lg:p-6">
        <div>
          <h2>What's included</h2>
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
          {taxFacts(tax, currency).map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-4 text-sm">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
          {dueNow < total ? (
            <div className="flex justify-between gap-4 text-sm">
              <dt className="text-muted-foreground">Your credit</dt>
              <dd className="tabular-nums">{formatMoney(dueNow - total, currency)}</dd>
            </div>
          ) : null}
          <div className="mt-1 flex justify-between gap-4 border-t border-border pt-3.5 font-semibold">
            <dt>Due today</dt>
            <dd>
              <Price amount={dueNow} currency={currency} />
            </dd>
          </div>
        </dl>
        {note ? <p className="text-xs text-muted-foreground">{note}</p> : null}
        {children}
        <div>
          <h3 className="font-sans text-sm leading-5 font-semibold tracking-normal">Terms</h3>
          <ul className="mt-2 flex list-disc flex-col gap-2 pl-4 text-sm text-muted-foreground">
            {termsOf(plan, currency, taxMode).map((term) => (
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
      cut="landscape"
      isPrompt
    />
  );
}

type RejectedPanelProps = {
  id: number;
  /** Undefined until the resource has loaded. */
  title: string | undefined;
  setup: Extract<SubscriptionSetup, { kind: 'refused' }>;
};

const rejections = {
  running: { title: 'You are subscribed', Icon: CircleCheck, colour: 'text-free' },
  processing: { title: 'Your payment is being processed…', Icon: Hourglass, colour: 'text-info-text' },
  other: { title: 'You cannot subscribe now', Icon: TriangleAlert, colour: 'text-warning-text' },
};

/**
 * Panel for a member who already has a subscription: the reason why there is nothing to pay, and a link to Billing
 * (SUBSCR-14).
 */
export function RejectedPanel({ id, title, setup }: RejectedPanelProps) {
  const { because, reason } = setup;
  const isRunning = because === 'running';
  const { title: heading, Icon, colour } = rejections[because];
  return (
    <StatePanel
      headingLevel={1}
      title={heading}
      icon={<Icon size={32} className={colour} />}
      actions={
        <>
          {isRunning ? (
            // A cached page may still say that a subscription is required.
            <Link
              to="/resource/$id"
              params={{ id: String(id) }}
              search={{ refresh: 'true' }}
              className={buttonClasses({})}
            >
              View Resource
            </Link>
          ) : null}
          <Link to="/billing" className={buttonClasses({ variant: isRunning ? 'outline' : 'primary' })}>
            Go to Billing
          </Link>
        </>
      }
    >
      {title ? <p>{title}</p> : null}
      <p>
        {reason} {isRunning ? 'It opens every subscription-level resource.' : null}
      </p>
    </StatePanel>
  );
}

type BankReturnProps = { resourceId: number; intentId: string };

/** Panel after a return from the bank's page. The form stays hidden until the server has answered (SUBSCR-09). */
export function BankReturn({ resourceId, intentId }: BankReturnProps) {
  const arrive = useArrival(resourceId);
  // A query, because an effect may run twice.
  useQuery({ queryKey: ['bank-return', intentId], queryFn: () => arrive().then(() => null), gcTime: 0 });
  return <ArrivedPanel what="subscription" headingLevel={1} />;
}
