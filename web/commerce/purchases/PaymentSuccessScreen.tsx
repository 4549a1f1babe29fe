import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect } from 'react';
import type { Purchase } from '#contract/commerce/purchases.ts';
import { longDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { usePage } from '#web/platform/page.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Price } from '#web/ui/Price.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { taxFacts } from '../payments/display.ts';
import { CheckoutReturn } from '../promotions/CheckoutReturn.tsx';
import { settledReturn } from './api.ts';
import { type PaidDetails, purchaseDetails, supportAdvice } from './display.ts';
import { PaymentFrame } from './PaymentFrame.tsx';
import { ProcessingPanel } from './ProcessingPanel.tsx';
import { type PaymentReturn, readReturn } from './success-display.ts';

/** Page after a payment on the bank's or Stripe's own page. */
export function PaymentSuccessScreen() {
  const came = readReturn(useSearch({ from: '/members/payment-success' }));
  useSecretRemoval();
  return <PaymentFrame>{partOf(came)}</PaymentFrame>;
}

function partOf(came: PaymentReturn) {
  if (came.hasFailed) return <FailedReturn came={came} />;
  return came.sessionId === null ? <SettledReturn came={came} /> : <CheckoutReturn sessionId={came.sessionId} />;
}

/** Removes the payment's secret, which Stripe adds to the URL. */
function useSecretRemoval() {
  const navigate = useNavigate();
  const { payment_intent_client_secret: secret } = useSearch({ from: '/members/payment-success' });
  useEffect(() => {
    if (secret === undefined) return;
    void navigate({
      to: '/payment-success',
      search: (before) => ({ ...before, payment_intent_client_secret: undefined }),
      replace: true,
      resetScroll: false,
    });
  }, [secret, navigate]);
}

function FailedReturn({ came }: { came: PaymentReturn }) {
  usePage('Payment failed');
  return (
    <UnpaidPanel
      title="Your payment failed"
      reason="The payment did not go through and you have not been charged."
      resourceId={came.resourceId}
    />
  );
}

function SettledReturn({ came }: { came: PaymentReturn }) {
  const client = useQueryClient();
  const { data: settled, isError, isFetching, refetch } = useQuery(settledReturn(client, came));
  if (isError) return <UncheckedReturn isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!settled) return <CheckingReturn />;
  if (settled.kind === 'processing') return <ProcessingReturn />;
  if (settled.kind === 'unpaid') {
    return <UnpaidPanel title="Your payment is not complete" reason={settled.reason} resourceId={came.resourceId} />;
  }
  if (settled.kind === 'subscription') return <SuccessView details={settled.details} resourceId={came.resourceId} />;
  if (settled.kind === 'unknown') {
    const { latest, resource } = settled;
    return <SuccessView details={null} latest={latest} named={resource} resourceId={resource?.id ?? null} />;
  }
  const { purchase } = settled;
  return <SuccessView details={purchaseDetails(purchase)} purchase={purchase} resourceId={purchase.resourceId} />;
}

function CheckingReturn() {
  usePage('Payment');
  return (
    <div role="status" className="flex flex-col gap-5">
      <p className="text-muted-foreground">Checking your payment…</p>
      <Skeleton className="h-10 w-[min(22rem,90%)]" />
      <Skeleton className="h-44 w-full rounded-lg!" />
    </div>
  );
}

function ProcessingReturn() {
  usePage('Payment');
  return <ProcessingPanel what="purchase" headingLevel={1} />;
}

function UncheckedReturn({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  const { supportEmail } = usePortalConfig();
  usePage('Payment Processed');
  return (
    <>
      <PageHeading title="Payment Processed" />
      <LoadError
        title="Your purchase could not be shown"
        description={`If you have paid, it appears within minutes; please do not pay again. Still missing? ${supportAdvice(supportEmail)}`}
        isBusy={isBusy}
        onRetry={onRetry}
      />
    </>
  );
}

type SuccessViewProps = {
  /** Null when the member has no record of this payment. */
  details: PaidDetails | null;
  /** Purchase whose invoice can be downloaded. */
  purchase?: Purchase;
  /** The member's latest purchase, shown when there are no details (SUCCESS-07). */
  latest?: Purchase | null;
  /** Resource in the URL, shown when there are no details. */
  named?: { title: string } | null;
  resourceId: number | null;
};

/** Page of a successful payment: the purchase and the next steps (SUCCESS-01 to SUCCESS-06). */
export function SuccessView({ details, purchase, latest, named, resourceId }: SuccessViewProps) {
  const navigate = useNavigate();
  // A gift and seats open nothing for their payer.
  const isGift = purchase?.isGift ?? false;
  const areSeats = typeof purchase?.seats === 'number';
  usePage('Payment Successful');
  return (
    <>
      <PageHeading
        title="Payment Successful!"
        above={<CircleCheck size={40} className="text-free" />}
        subtitle={
          details
            ? purchase
              ? isGift
                ? 'Thank you for your gift. A receipt is on its way to your email address.'
                : 'Thank you. A receipt is on its way to your email address.'
              : 'Thank you. Your subscription is active; its invoices are on the Billing page.'
            : 'There are no details of this payment to show here. A payment of yours appears among your purchases within minutes, and its receipt comes by email.'
        }
      />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-8">
        <div className="flex flex-col gap-6">
          {details ? (
            <Details
              title={purchase ? 'Purchase details' : 'Your subscription'}
              details={details}
              purchase={purchase}
            />
          ) : null}
          {named ? <h2 className="wrap-anywhere">{named.title}</h2> : null}
          <div className="flex flex-wrap gap-3 max-sm:flex-col">
            {isGift ? <Button onClick={() => void navigate({ to: '/billing' })}>See your gifts</Button> : null}
            {areSeats ? (
              <Button onClick={() => void navigate({ to: '/organisation', search: { tab: 'seats' } })}>
                Assign seats
              </Button>
            ) : null}
            {resourceId === null || isGift || areSeats ? null : (
              <Button onClick={() => void navigate({ to: '/resource/$id', params: { id: String(resourceId) } })}>
                View Resource
              </Button>
            )}
            <Button variant="outline" onClick={() => void navigate({ to: '/' })}>
              Go to Dashboard
            </Button>
          </div>
          {latest ? <Details title="Your latest purchase" details={purchaseDetails(latest)} purchase={latest} /> : null}
        </div>
        <div className="flex flex-col gap-6">
          <NextSteps steps={areSeats ? seatSteps : isGift ? giftSteps : nextSteps} />
          <HelpNote />
        </div>
      </div>
    </>
  );
}

type DetailsProps = { title: string; details: PaidDetails; purchase: Purchase | undefined };

function Details({ title: heading, details, purchase }: DetailsProps) {
  const { title, amount, currency, interval, date } = details;
  const { boughtFor, paidWith, tax = null } = purchase ?? {};
  return (
    <Card>
      <CardHeader title={heading} />
      <Facts
        facts={[
          { label: 'Resource', value: <span className="wrap-anywhere">{title}</span> },
          ...(boughtFor
            ? [
                {
                  label: 'For',
                  value: (
                    <span translate="no" className="wrap-anywhere">
                      {boughtFor}
                    </span>
                  ),
                },
              ]
            : []),
          ...taxFacts(tax, currency),
          { label: 'Amount', value: <Price amount={amount} currency={currency} {...(interval && { interval })} /> },
          { label: purchase ? 'Purchase date' : 'Date', value: longDate(date) },
          ...(paidWith ? [{ label: 'Paid with', value: paidWith }] : []),
          { label: 'Status', value: <Badge tone="success">Completed</Badge> },
        ]}
      />
      {purchase?.documentId ? (
        <div className="mt-6">
          <DocumentButton id={purchase.documentId} kind="invoice" subject={title} />
        </div>
      ) : null}
    </Card>
  );
}

function NextSteps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <Card>
      <CardHeader title="What's Next?" />
      <ol className="flex flex-col gap-5">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-7 flex-none place-items-center rounded-full bg-accent text-xs font-semibold text-accent-foreground"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-base">{title}</h3>
              <p className="text-sm text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function HelpNote() {
  const { supportEmail } = usePortalConfig();
  return (
    <section aria-labelledby="need-help" className="text-sm">
      <h2 id="need-help" className="font-sans text-sm leading-5 font-semibold tracking-normal">
        Need Help?
      </h2>
      <p className="mt-1 text-muted-foreground">
        Questions about this payment are answered by support
        {supportEmail ? (
          <>
            {' at '}
            <a
              translate="no"
              href={`mailto:${supportEmail}`}
              className="font-semibold text-primary underline underline-offset-3"
            >
              {supportEmail}
            </a>
          </>
        ) : null}
        . The invoice names the payment.
      </p>
    </section>
  );
}

type UnpaidPanelProps = { title: string; reason: string; resourceId: number | null };

/** Panel for a member who returns without having paid (SUCCESS-07): the reason, and a link back to the checkout. */
export function UnpaidPanel({ title, reason, resourceId }: UnpaidPanelProps) {
  return (
    <StatePanel
      headingLevel={1}
      title={title}
      icon={<CircleX size={32} className="text-destructive" />}
      actions={
        resourceId === null ? (
          <Link to="/browse" className={buttonClasses({})}>
            Browse Resources
          </Link>
        ) : (
          <Link to="/checkout/$resourceId" params={{ resourceId: String(resourceId) }} className={buttonClasses({})}>
            Back to checkout
          </Link>
        )
      }
    >
      <p>{reason}</p>
    </StatePanel>
  );
}

// Not in success-display.ts, because the router loads that file at once.

/** Next steps after the payment of a gift (GIFT-06). */
const giftSteps = [
  { title: 'The email', text: 'The recipient gets an email with a link on the day you chose.' },
  { title: 'The link', text: 'It works once, for the person who opens it and signs in.' },
  { title: 'Your gifts', text: 'Billing shows whether it was sent and redeemed, and sends it again.' },
] as const;

/** Next steps after seats were paid (SEAT-01). */
const seatSteps = [
  { title: 'Your seats', text: 'They are with the seats of your organisation, ready to be assigned.' },
  { title: 'Your people', text: 'A seat opens the resource for the person that you assign it to.' },
  { title: 'The order', text: 'The Billing tab of your organisation has the order and its invoice.' },
] as const;

/** Next steps after a payment (SUCCESS-04). */
const nextSteps = [
  { title: 'Access the resource', text: 'It is open to you from now on, on every device you sign in on.' },
  { title: 'Start learning', text: 'Read, download or launch it from its page.' },
  { title: 'Track progress', text: 'The portal remembers where you are, so that you can go on later.' },
] as const;
