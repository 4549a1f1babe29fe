import { CircleCheck } from 'lucide-react';
import type { Purchase } from '#contract/purchases.ts';
import { paths } from '../../paths.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { useGo } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Price } from '../../ui/Price.tsx';
import { purchaseDate } from './display.ts';
import { ReceiptButton } from './ReceiptButton.tsx';
import { nextSteps } from './success-display.ts';

type SuccessViewProps = {
  /** Null when the payment is none of the member's own records. */
  purchase: Purchase | null;
  resourceId: number | null;
};

/** Paid: what was bought, and the way on (SUCCESS-01 to SUCCESS-06). */
export function SuccessView({ purchase, resourceId }: SuccessViewProps) {
  const go = useGo();
  usePage('Payment Successful');
  return (
    <>
      <PageHeading
        title="Payment Successful!"
        above={<CircleCheck size={40} className="text-free" />}
        subtitle={
          purchase
            ? 'Thank you. A receipt is on its way to your email address.'
            : 'There are no details to show here. A payment of yours appears among your purchases within minutes, and its receipt comes by email.'
        }
      />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-8">
        <div className="flex flex-col gap-6">
          {purchase ? <PurchaseDetails purchase={purchase} /> : null}
          <div className="flex flex-wrap gap-3 max-sm:flex-col">
            {resourceId === null ? null : (
              <Button onClick={() => void go(paths.resource(resourceId))}>View Resource</Button>
            )}
            <Button variant="outline" onClick={() => void go(paths.dashboard())}>
              Go to Dashboard
            </Button>
          </div>
        </div>
        <div className="flex flex-col gap-6">
          <NextSteps />
          <HelpNote />
        </div>
      </div>
    </>
  );
}

function PurchaseDetails({ purchase }: { purchase: Purchase }) {
  return (
    <Card>
      <CardHeader title="Purchase details" />
      <Facts
        facts={[
          { label: 'Resource', value: <span className="wrap-anywhere">{purchase.resource.title}</span> },
          { label: 'Amount', value: <Price amount={purchase.amount} currency={purchase.currency} /> },
          { label: 'Purchase date', value: purchaseDate(purchase) },
          { label: 'Status', value: <Badge tone="success">Completed</Badge> },
        ]}
      />
      <div className="mt-6">
        <ReceiptButton purchase={purchase} />
      </div>
    </Card>
  );
}

function NextSteps() {
  return (
    <Card>
      <CardHeader title="What's Next?" />
      <ol className="flex flex-col gap-5">
        {nextSteps.map(({ title, text }, index) => (
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
            <a href={`mailto:${supportEmail}`} className="font-semibold text-primary underline underline-offset-3">
              {supportEmail}
            </a>
          </>
        ) : null}
        . The receipt names the payment.
      </p>
    </section>
  );
}
