import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatMoney } from '#contract/money.ts';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { taxFacts } from '#web/commerce/payments/display.ts';
import { CheckoutPayment } from '#web/commerce/purchases/CheckoutPayment.tsx';
import { type Receipt, ReceiptPanel } from '#web/commerce/purchases/ReceiptPanel.tsx';
import { type PaymentSetup, usePaymentSetup } from '#web/commerce/purchases/use-payment-setup.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { openOrder, refreshSeats } from './api.ts';

/** A paid order of seats. `note` says that the payment had gone through already; null if it is new. */
export type PaidOrder = { receipt: Receipt; note: string | null };

type OrderPaymentProps = {
  organisationId: number;
  resourceId: number;
  seats: number;
  /** Called when the payment has succeeded or is being processed. */
  onEnded: () => void;
  onPaid: (paid: PaidOrder) => void;
};

/** Opens the payment of seats and pays it by card. */
export function OrderPayment({ organisationId, resourceId, seats, onEnded, onPaid }: OrderPaymentProps) {
  const setup = usePaymentSetup(openOrder(organisationId, { resourceId, plan: null, seats }));
  if (setup.kind === 'not-for-sale') return <Banner tone="warning">{setup.reason}</Banner>;
  return (
    <>
      <ChargedTax setup={setup} />
      <CheckoutPayment
        resourceId={resourceId}
        setup={setup}
        onEnded={onEnded}
        onPaid={({ purchase, note }) => {
          const tax = setup.kind === 'ready' ? setup.opened.tax : null;
          const { amount, currency, purchaseDate, documentId, paidWith } = purchase;
          onPaid({ receipt: { amount, currency, tax, paidAt: purchaseDate, documentId, paidWith }, note });
        }}
      />
    </>
  );
}

/** Tax and total of the payment, because the summary shows catalogue prices; renders nothing without a tax. */
export function ChargedTax({ setup }: { setup: PaymentSetup }) {
  if (setup.kind !== 'ready' || setup.opened.tax === null) return null;
  const { amount, currency, tax } = setup.opened;
  return (
    <Facts facts={[...taxFacts(tax, currency), { label: 'To pay', value: formatMoney(amount, currency) }]} isBoxed />
  );
}

type BoughtPanelProps = PaidOrder & {
  /** Null for the plan. */
  resourceId: number | null;
  title: string;
  seats: number;
  organisation: string;
};

/** Confirms the paid seats, with their receipt and a link to assign them. */
export function BoughtPanel({ resourceId, title, seats, organisation, receipt, note }: BoughtPanelProps) {
  const { email } = useMember();
  const { data: resource } = useQuery({ ...resourceQuery(resourceId ?? 0), enabled: resourceId !== null });
  const client = useQueryClient();
  // The data of the organisation was loaded before the payment, so it is loaded again.
  useEffect(() => {
    void refreshSeats(client).catch(() => undefined);
  }, [client]);
  return (
    <ReceiptPanel
      {...receipt}
      headingLevel={2}
      note={note}
      resource={resource ?? null}
      subject={title}
      facts={[
        { label: 'Seats', value: resource ? String(seats) : `${seats} of ${title}` },
        { label: 'For', value: organisation },
      ]}
      actions={
        <Link to="/organisation" search={{ tab: 'seats' }} className={buttonClasses({})}>
          Assign seats
        </Link>
      }
    >
      <p>
        Your organisation has {seats} more seats of {title}. Your receipt is on its way to{' '}
        <span translate="no">{email}</span>.
      </p>
      {receipt.documentId === null ? (
        <p>
          The invoice appears under{' '}
          <Link to="/organisation" search={{ tab: 'billing' }} className={textLinkClasses}>
            Billing
          </Link>{' '}
          of your organisation.
        </p>
      ) : null}
    </ReceiptPanel>
  );
}
