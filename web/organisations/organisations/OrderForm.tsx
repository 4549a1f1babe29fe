import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { fewestSeats, mostSeats } from '#contract/commerce/purchases-seats.ts';
import { formatMoney } from '#contract/money.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { BillingDetailsCard } from '#web/commerce/payments/BillingDetailsCard.tsx';
import { Columns } from '#web/commerce/purchases/PaymentFrame.tsx';
import { planWords } from '#web/commerce/subscriptions/display.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Price } from '#web/ui/Price.tsx';
import { RadioCard, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import type { SentOrder } from './InvoiceForm.tsx';
import type { PaidOrder } from './OrderPayment.tsx';
import { lineOf, type Ordered, type PriceLine, priceLines, rangeText, seatsProblem, sumOf } from './order-display.ts';

const InvoiceForm = lazyPart(async () => (await import('./InvoiceForm.tsx')).InvoiceForm);
const SentPanel = lazyPart(async () => (await import('./InvoiceForm.tsx')).SentPanel);
const OrderPayment = lazyPart(async () => (await import('./OrderPayment.tsx')).OrderPayment);
const BoughtPanel = lazyPart(async () => (await import('./OrderPayment.tsx')).BoughtPanel);
const PlanPayment = lazyPart(async () => (await import('./PlanPayment.tsx')).PlanPayment);

type OrderFormProps = {
  organisation: Organisation;
  prices: Ordered;
  /** Fields above the number of seats, such as the choice of the plan. */
  children?: ReactNode;
};

/** Form for the number of seats, then for the payment, beside a summary of the order. */
export function OrderForm({ organisation, prices, children }: OrderFormProps) {
  const [typed, setTyped] = useState('10');
  // The order that is being paid; another number or plan starts another payment.
  const [begun, setBegun] = useState<{ seats: number; plan: Ordered['plan'] } | null>(null);
  const [isInvoiceChosen, setInvoice] = useState(false);
  const [isAsked, ask] = useState(false);
  // The payment has succeeded or is being processed: no second one is offered, whether it is recorded or not.
  const [hasEnded, setHasEnded] = useState(false);
  const [paid, setPaid] = useState<PaidOrder | null>(null);
  const [sent, setSent] = useState<SentOrder | null>(null);
  const seats = typed.trim() === '' ? Number.NaN : Number(typed);
  const problem = seatsProblem(seats);
  const lines = priceLines(prices);
  const { resourceId, plan, title } = prices;
  const ordered = begun?.plan === plan ? begun.seats : null;
  const isInvoice = isInvoiceChosen && plan !== 'monthly';
  const opened = resourceId === null ? 'opens what the subscription opens' : 'opens the resource';

  function change(next: string) {
    setTyped(next);
    setBegun(null);
  }

  function begin() {
    ask(true);
    if (problem === null) setBegun({ seats, plan });
  }

  if (paid || sent) {
    return (
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
        {paid ? (
          <BoughtPanel {...paid} resourceId={resourceId} title={title} seats={seats} organisation={organisation.name} />
        ) : null}
        {sent ? <SentPanel {...sent} title={title} seats={seats} /> : null}
      </Suspense>
    );
  }
  return (
    <Columns
      aside={
        <>
          <Summary prices={prices} seats={problem === null ? seats : null} />
          {isInvoice || hasEnded ? null : (
            <BillingDetailsCard {...(ordered !== null && { onSaved: async () => setBegun(null) })} />
          )}
        </>
      }
    >
      <div className="flex flex-col gap-10">
        {hasEnded ? null : (
          <Step number={1} title="How many people?">
            {children}
            <Field
              label="Seats"
              hint={`${fewestSeats} to ${mostSeats} seats. Each ${opened} for one person${plan ? '' : ', permanently'}.`}
              {...(problem !== null && isAsked && { error: problem })}
              className="max-w-100"
            >
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => change(target.value)}
                className="max-w-40 px-1!"
                leading={<Less seats={seats} onChange={change} />}
                trailing={<More seats={seats} onChange={change} />}
              />
            </Field>
            {prices.steps.length === 0 ? null : (
              <PriceTable lines={lines} reached={problem === null ? lineOf(lines, seats) : undefined} prices={prices} />
            )}
            {ordered === null ? (
              <Button className="self-start" onClick={begin}>
                Continue to payment
              </Button>
            ) : null}
          </Step>
        )}
        {ordered === null ? null : (
          <Step number={2} title={hasEnded ? null : 'How will you pay?'}>
            {hasEnded ? null : plan === 'monthly' ? (
              <p className="text-sm text-muted-foreground">
                The monthly plan is paid by card. Choose the annual plan to pay by invoice.
              </p>
            ) : (
              <RadioGroup legend="How will you pay?" isLegendHidden columns={2}>
                <RadioCard name="payment" label="Card" checked={!isInvoice} onChange={() => setInvoice(false)}>
                  <span className="text-sm text-muted-foreground">Seats work at once</span>
                </RadioCard>
                <RadioCard name="payment" label="Invoice" checked={isInvoice} onChange={() => setInvoice(true)}>
                  <span className="text-sm text-muted-foreground">Seats work once it is paid</span>
                </RadioCard>
              </RadioGroup>
            )}
            <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
              {isInvoice ? (
                <InvoiceForm
                  key={`${plan}-${ordered}`}
                  organisation={organisation}
                  prices={prices}
                  seats={ordered}
                  onSent={setSent}
                />
              ) : resourceId === null ? (
                <PlanPayment
                  key={`${plan}-${ordered}`}
                  organisationId={organisation.id}
                  prices={prices}
                  seats={ordered}
                  onEnded={() => setHasEnded(true)}
                  onPaid={setPaid}
                />
              ) : (
                <OrderPayment
                  key={ordered}
                  organisationId={organisation.id}
                  resourceId={resourceId}
                  seats={ordered}
                  onEnded={() => setHasEnded(true)}
                  onPaid={setPaid}
                />
              )}
            </Suspense>
          </Step>
        )}
      </div>
    </Columns>
  );
}

// The button that leads to the second step is gone then, so its heading takes the focus.
const secondHeading = { tabIndex: -1, ref: (heading: HTMLHeadingElement | null) => heading?.focus() };

type StepProps = {
  number: number;
  /** Null when the payment's panel has a heading of its own. */
  title: string | null;
  children: ReactNode;
};

function Step({ number, title, children }: StepProps) {
  return (
    <section className={title === null ? undefined : 'flex flex-col gap-5 lg:pl-12'}>
      {title === null ? null : (
        <h2 {...(number > 1 && secondHeading)} className="flex items-center gap-4 lg:-ml-12">
          <span
            aria-hidden="true"
            className="grid size-8 flex-none place-items-center rounded-full border border-primary font-sans text-sm text-primary"
          >
            {number}
          </span>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}

type SeatButtonProps = { seats: number; onChange: (next: string) => void };

function Less({ seats, onChange }: SeatButtonProps) {
  return (
    <IconButton
      size="small"
      label="One seat less"
      icon={<Minus size={18} />}
      disabled={!(seats > fewestSeats)}
      onClick={() => onChange(`${Math.min(Math.ceil(seats) - 1, mostSeats)}`)}
    />
  );
}

function More({ seats, onChange }: SeatButtonProps) {
  return (
    <IconButton
      size="small"
      label="One seat more"
      icon={<Plus size={18} />}
      disabled={seats >= mostSeats}
      onClick={() => onChange(`${Math.max(Math.floor(seats || 0) + 1, fewestSeats)}`)}
    />
  );
}

type PriceTableProps = { lines: readonly PriceLine[]; reached: PriceLine | undefined; prices: Ordered };

/** Table of the volume prices, with the line of the chosen number marked. */
function PriceTable({ lines, reached, prices: { currency } }: PriceTableProps) {
  const cell = 'px-4 py-3 text-right tabular-nums';
  return (
    <Card isPadded={false} className="overflow-hidden">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Volume prices</caption>
        <thead>
          <tr className="border-b border-border text-xs text-muted-foreground">
            <th scope="col" className="px-4 py-2.5 text-left font-semibold">
              Seats
            </th>
            <th scope="col" className={`${cell} py-2.5! font-semibold`}>
              Price per seat
            </th>
            <th scope="col" className={`${cell} py-2.5! font-semibold`}>
              You save
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr
              key={line.from}
              aria-current={line === reached ? 'true' : undefined}
              className="border-b border-border last:border-0 aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-accent-foreground"
            >
              <th scope="row" className="px-4 py-3 text-left font-[inherit]">
                {rangeText(line)}
              </th>
              <td className={cell}>{formatMoney(line.price, currency)}</td>
              <td className={cell}>{line.savedPercent === 0 ? '–' : `${line.savedPercent}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Summary of the order at catalogue prices; tax is shown with the payment. */
function Summary({ prices, seats }: { prices: Ordered; seats: number | null }) {
  const { currency, resourceId, plan } = prices;
  const { data: resource } = useQuery({ ...resourceQuery(resourceId ?? 0), enabled: resourceId !== null });
  const sum = seats === null ? null : sumOf(prices, seats);
  return (
    <Card isPadded={false} className="overflow-hidden">
      {resource ? (
        <div className="max-lg:hidden">
          <ResourceCover
            id={resource.id}
            type={resource.type}
            principles={resource.rappPrinciples}
            imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
            cut="landscape"
          />
        </div>
      ) : null}
      <div className="flex flex-col gap-4 p-5 lg:p-6">
        <h2 className="sr-only">Order summary</h2>
        <div className="min-w-0">
          {resource ? <TypeChip type={resource.type} name={typeNames[resource.type]} /> : null}
          <h3 className="mt-1 wrap-anywhere">{prices.title}</h3>
        </div>
        {sum === null || seats === null ? null : (
          <>
            <Facts
              facts={[
                {
                  label: `${seats} seats at ${formatMoney(prices.price, currency)}`,
                  value: <Price amount={sum.full} currency={currency} />,
                },
                ...(sum.saved > 0 ? [{ label: 'Volume price', value: `−${formatMoney(sum.saved, currency)}` }] : []),
              ]}
            />
            <dl className="flex items-baseline justify-between gap-4 border-t border-border pt-3.5 font-semibold">
              <dt>{plan ? `Total ${planWords[plan].per}` : 'Total'}</dt>
              <dd className="font-display text-2xl">
                <Price amount={sum.total} currency={currency} />
              </dd>
            </dl>
          </>
        )}
      </div>
    </Card>
  );
}
