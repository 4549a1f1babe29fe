import { Link } from '@tanstack/react-router';
import { CircleCheck, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { dueDays, type OpenOrder, OrderBilling } from '#contract/commerce/purchases-seats.ts';
import { formatMoney } from '#contract/money.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { CountrySelect } from '#web/commerce/payments/CountrySelect.tsx';
import { ConsentNote } from '#web/commerce/purchases/ConsentNote.tsx';
import { longDate } from '#web/dates.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { VerifyAddress } from '#web/identity/accounts/VerifyAddress.tsx';
import { usePortalConfig } from '#web/platform/config.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useOrderByInvoice } from './api.ts';
import { type Ordered, sumOf } from './order-display.ts';

/** An order with its sent invoice, and the recipient of the invoice. */
export type SentOrder = { order: OpenOrder; email: string };

type InvoiceFormProps = {
  organisation: Organisation;
  prices: Ordered;
  seats: number;
  onSent: (sent: SentOrder) => void;
};

/** Form for the billing details, which orders the seats by invoice (SEAT-02). */
export function InvoiceForm({ organisation, prices, seats, onSent }: InvoiceFormProps) {
  const { email } = useMember();
  const { invoiceDueDays } = usePortalConfig().payments;
  const allowed = dueDays.filter((days) => invoiceDueDays.includes(days));
  const ordering = useOrderByInvoice(organisation.id);
  const defaultValues = {
    name: organisation.name,
    address: '',
    town: '',
    postcode: '',
    country: '',
    taxId: '',
    poNumber: '',
    email,
    dueDays: allowed.find((days) => days === 30) ?? allowed[0] ?? 30,
  };
  const form = useSchemaForm({
    shape: OrderBilling,
    defaultValues,
    send: async (billing) => {
      const { resourceId, plan } = prices;
      const order = await ordering.mutateAsync({ resourceId, plan, seats, billing });
      onSent({ order, email: billing.email ?? email });
    },
    failureAt: () => 'root',
  });
  const { register } = form;
  const { errors } = form.formState;
  useUnsaved(form.formState.isDirty && !form.isBusy);
  const { total } = sumOf(prices, seats);
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <VerifyAddress need="Ordering by invoice needs a verified email address." />
      <Field label="Organisation name" isRequired error={errors.name?.message}>
        <TextInput autoComplete="organization" {...register('name')} />
      </Field>
      <Field label="Address" isRequired error={errors.address?.message}>
        <TextInput autoComplete="street-address" {...register('address')} />
      </Field>
      <Row>
        <Field label="Town" isOptional error={errors.town?.message}>
          <TextInput autoComplete="address-level2" {...register('town')} />
        </Field>
        <Field label="Postcode" isOptional error={errors.postcode?.message}>
          <TextInput autoComplete="postal-code" {...register('postcode')} />
        </Field>
      </Row>
      <Row>
        <Field label="Country" isRequired error={errors.country?.message}>
          <CountrySelect {...register('country')} />
        </Field>
        <Field label="Tax id" isOptional hint="For example GB123456789." error={errors.taxId?.message}>
          <TextInput autoComplete="off" spellCheck={false} {...register('taxId')} />
        </Field>
      </Row>
      <Row>
        <Field label="Purchase order number" isOptional hint="Printed on the invoice." error={errors.poNumber?.message}>
          <TextInput autoComplete="off" {...register('poNumber')} />
        </Field>
        {allowed.length > 1 ? (
          <Field label="Pay within" error={errors.dueDays?.message}>
            <Select {...register('dueDays', { valueAsNumber: true })}>
              {allowed.map((days) => (
                <option key={days} value={days}>
                  {days} days
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </Row>
      <Field label="Send the invoice to" isRequired hint="We send you a copy." error={errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...register('email')} />
      </Field>
      {errors.root ? (
        <p role="alert" className="text-sm font-semibold text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <Button type="submit" isBusy={form.isBusy} className="self-start max-sm:w-full">
        Order for {formatMoney(total, prices.currency)} by Invoice
      </Button>
      <p className="text-sm text-muted-foreground">
        {allowed.length === 1 ? `The invoice is due in ${defaultValues.dueDays} days. ` : null}
        The invoice shows any taxes that apply.
      </p>
      <ConsentNote kind="payment" />
    </form>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">{children}</div>
);

type SentPanelProps = SentOrder & { title: string; seats: number };

/** Confirms that the invoice was sent, and explains the next steps. */
export function SentPanel({
  order: { amount, currency, dueAt, worksUntil, invoiceUrl },
  email,
  title,
  seats,
}: SentPanelProps) {
  return (
    <StatePanel
      title="Invoice sent"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={
        <>
          {invoiceUrl ? (
            <a href={invoiceUrl} target="_blank" rel="noreferrer" className={buttonClasses({})}>
              Open the invoice <ExternalLink size={16} aria-hidden="true" />
            </a>
          ) : null}
          <Link to="/organisation" search={{ tab: 'billing' }} className={buttonClasses({ variant: 'outline' })}>
            See your orders
          </Link>
        </>
      }
    >
      <p>
        The invoice of {formatMoney(amount, currency)} for {seats} seats of {title} is on its way to{' '}
        <span translate="no">{email}</span>.
        {dueAt ? ` Pay it by ${longDate(dueAt)}, by bank transfer or by card.` : null}
      </p>
      <p>
        {worksUntil
          ? 'The seats work now: assign them in your organisation.'
          : 'The seats work as soon as it is paid. You then assign them in your organisation.'}
      </p>
    </StatePanel>
  );
}
