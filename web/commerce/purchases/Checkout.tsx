import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Resource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { GiftForm as GiftDetails, OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { ShownTax } from '#contract/tax.ts';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { isNotFound } from '#web/platform/errors.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Price } from '#web/ui/Price.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { BillingDetailsCard } from '../payments/BillingDetailsCard.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { taxFacts, taxNote } from '../payments/display.ts';
import { openPayment, purchasesNow, usePromoCode } from './api.ts';
import { CheckoutPayment, PaidPanel, type PaidPanelProps, type PaidPurchase } from './CheckoutPayment.tsx';
import { boughtSentence, discountText } from './display.ts';
import { NotForSalePanel, UnknownResource } from './NotForSale.tsx';
import { PaymentFormSkeleton } from './PaymentForm.tsx';
import { Columns } from './PaymentFrame.tsx';
import { PromoCodeField } from './PromoCodeField.tsx';
import { type PaymentSetup, usePaymentSetup } from './use-payment-setup.ts';

type CheckoutProps = {
  id: number;
  gift: GiftDetails | null;
  /** Panel after the payment. */
  paidPanel?: (paid: PaidPanelProps) => ReactNode;
};

const ownPanel = (paid: PaidPanelProps) => <PaidPanel {...paid} />;

export function Checkout({ id, gift, paidPanel = ownPanel }: CheckoutProps) {
  const setup = usePaymentSetup(openPayment({ resourceId: id, gift }));
  return (
    <Loaded
      query={useQuery(resourceQuery(id))}
      skeleton={<CheckoutSkeleton />}
      instead={(error) => isNotFound(error) && <UnknownResource />}
      failure="Failed to fetch the resource"
      safe="Nothing has been charged. Check your connection, then try again."
    >
      {(resource) => {
        const { title } = resource;
        if (setup.kind === 'owned') return <OwnedPanel id={id} title={title} />;
        if (setup.kind === 'not-for-sale') return <NotForSalePanel id={id} title={title} reason={setup.reason} />;
        return <OpenCheckout resource={resource} setup={setup} gift={gift} paidPanel={paidPanel} />;
      }}
    </Loaded>
  );
}

const coveredNote = 'Your promo code covered the whole price: you have not been charged.';

type OpenCheckoutProps = Required<Omit<CheckoutProps, 'id'>> & { resource: Resource; setup: PaymentSetup };

function OpenCheckout({ resource, setup, gift, paidPanel }: OpenCheckoutProps) {
  const { currency, tax: taxMode } = usePortalConfig();
  const reopening = usePromoCode({ resourceId: resource.id, gift });
  const [hasEnded, setHasEnded] = useState(false);
  const [paid, setPaid] = useState<PaidPurchase | null>(null);
  // Shows the server's amount, because the catalogue's price may be older.
  const price = resource.price ?? 0;
  const listed = { amount: price, listPrice: price, currency, promoCode: null, tax: null };
  const isOpened = setup.kind === 'ready' || setup.kind === 'covered';
  // A response in the bare shape of the specification contains only the secret (GEN-26).
  const charged = isOpened ? { ...listed, ...setup.opened } : listed;
  // Another country, address or tax id may change the tax; the applied code stays.
  const reopen =
    taxMode !== 'none' && setup.kind === 'ready'
      ? () => reopening.mutateAsync(charged.promoCode).catch(() => setup.renew())
      : null;
  if (paid !== null || setup.kind === 'covered') {
    const { purchase, note } = paid ?? { purchase: null, note: coveredNote };
    // The receipt goes without the payment's secret, because the browser's history stores it.
    const receipt = {
      amount: purchase?.amount ?? charged.amount,
      currency: charged.currency,
      tax: charged.tax,
      paidAt: purchase?.purchaseDate ?? null,
      documentId: purchase?.documentId ?? null,
      paidWith: purchase?.paidWith ?? null,
    };
    return paidPanel({ resource, note, receipt });
  }
  return (
    <>
      <PageHeading
        title="Checkout"
        subtitle={gift ? `A gift for ${gift.email}.` : 'One payment gives you permanent access.'}
      />
      <Columns
        aside={
          <>
            <OrderSummary resource={resource} charged={charged}>
              {hasEnded || ['off', 'place-needed'].includes(setup.kind) ? null : (
                <PromoCodeField sale={{ resourceId: resource.id, gift }} applied={charged.promoCode} />
              )}
            </OrderSummary>
            {hasEnded || setup.kind === 'place-needed' ? null : (
              <BillingDetailsCard {...(reopen && { onSaved: reopen })} />
            )}
          </>
        }
      >
        <CheckoutPayment
          resourceId={resource.id}
          setup={setup.kind === 'ready' ? { ...setup, opened: charged } : setup}
          onEnded={() => setHasEnded(true)}
          onPaid={setPaid}
        />
      </Columns>
    </>
  );
}

type OrderSummaryProps = {
  resource: Resource;
  /** Amount to charge, price before the discount, and tax, in major units. */
  charged: Omit<OpenPayment, 'clientSecret'>;
  /** Content below the total. */
  children?: ReactNode;
};

/** Card with the resource and its price (CHECKOUT-01, CHECKOUT-02); above the form without the large cover. */
export function OrderSummary({ resource, charged, children }: OrderSummaryProps) {
  const { amount, listPrice, currency, promoCode, tax } = charged;
  const isBeforeTax = usePortalConfig().tax === 'exclusive' && tax === null && amount > 0;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="max-lg:hidden">
        <Cover resource={resource} cut="landscape" />
      </div>
      <div className="flex flex-col gap-4 p-5 lg:p-6">
        <h2>Order summary</h2>
        <div className="flex items-start gap-4">
          <div className="w-16 flex-none overflow-hidden rounded-md lg:hidden">
            <Cover resource={resource} cut="square" />
          </div>
          <div className="min-w-0">
            <TypeChip type={resource.type} name={typeNames[resource.type]} />
            <h3 className="mt-1 wrap-anywhere">{resource.title}</h3>
            {resource.bundle ? <IncludedParts parts={resource.bundle.parts} /> : null}
          </div>
        </div>
        <Facts
          facts={[
            { label: 'Price', value: <Price amount={listPrice} currency={currency} /> },
            ...(promoCode === null ? [] : [{ label: `Promo code ${promoCode}`, value: discountText(charged) }]),
            { label: 'Processing fee', value: <Price amount={0} currency={currency} /> },
            ...taxFacts(tax, currency),
          ]}
        />
        <dl className="flex justify-between gap-4 border-t border-border pt-3.5 font-semibold">
          <dt>{isBeforeTax ? 'Total before tax' : 'Total'}</dt>
          <dd>
            <Price amount={amount} currency={currency} />
          </dd>
        </dl>
        <TaxNote tax={tax} />
        {children}
      </div>
    </Card>
  );
}

function IncludedParts({ parts }: { parts: readonly ResourceSummary[] }) {
  return (
    <ul aria-label="In this bundle" className="mt-2 flex flex-col gap-1 text-sm text-muted-foreground">
      {parts.map(({ id, title }) => (
        <li key={id} className="wrap-anywhere">
          {title}
        </li>
      ))}
    </ul>
  );
}

/** Note about the tax beside its amount; renders nothing in a portal that computes none. */
function TaxNote({ tax }: { tax: ShownTax | null }) {
  const mode = usePortalConfig().tax;
  const note = taxNote(tax, mode);
  return note ? <p className="text-xs text-muted-foreground">{note}</p> : null;
}

function Cover({ resource, cut }: { resource: Resource; cut: 'landscape' | 'square' }) {
  return (
    <ResourceCover
      id={resource.id}
      type={resource.type}
      principles={resource.rappPrinciples}
      imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
      cut={cut}
      isPrompt
    />
  );
}

/**
 * Panel for a resource that the member already owns, with the date of a purchase, or a learning path whose parts are
 * all open.
 */
function OwnedPanel({ id, title }: { id: number; title: string }) {
  const { data: purchases } = useQuery(purchasesNow);
  const purchase = purchases?.find(({ resourceId, seats, isGift }) => resourceId === id && seats === null && !isGift);
  return (
    <StatePanel
      headingLevel={1}
      title="You already own this resource"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={<OwnedActions id={id} purchase={purchase} />}
    >
      <p>{title}</p>
      <p>{purchase ? `${boughtSentence(purchase)} ` : null}There is nothing left to pay.</p>
    </StatePanel>
  );
}

function OwnedActions({ id, purchase }: { id: number; purchase: Purchase | undefined }) {
  return (
    <>
      {/* The page is refreshed, because a cached one may still say that a purchase is required. */}
      <Link to="/resource/$id" params={{ id: String(id) }} search={{ refresh: 'true' }} className={buttonClasses({})}>
        View Resource
      </Link>
      {purchase?.documentId ? (
        <DocumentButton id={purchase.documentId} kind="invoice" subject={purchase.resource.title} />
      ) : null}
    </>
  );
}

/** Placeholder with the size of the checkout, while its resource loads. */
export function CheckoutSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-10 w-44" />
      <Skeleton className="mb-8 h-5 w-[min(20rem,80%)]" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <Card isPadded={false} className="overflow-hidden lg:col-start-2 lg:row-start-1">
          <Skeleton className="aspect-5/2 w-full rounded-none! max-lg:hidden" />
          <div className="flex flex-col gap-4 p-5 lg:p-6">
            <Skeleton className="h-6 w-36" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-24 w-full" />
          </div>
        </Card>
        <div className="lg:col-start-1 lg:row-start-1">
          <PaymentFormSkeleton label="Loading the checkout…" />
        </div>
      </div>
    </>
  );
}
