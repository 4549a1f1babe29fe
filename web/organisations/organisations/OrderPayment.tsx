import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { formatMoney } from '#contract/money.ts';
import { taxFacts } from '../../commerce/payments/display.ts';
import { CheckoutPayment } from '../../commerce/purchases/CheckoutPayment.tsx';
import { type PaymentSetup, usePaymentSetup } from '../../commerce/purchases/use-payment-setup.ts';
import { useMember } from '../../identity/accounts/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Facts } from '../../ui/Facts.tsx';
import { StatePanel } from '../../ui/StatePanel.tsx';
import { openOrder, refreshSeats } from './api.ts';

type OrderPaymentProps = { organisationId: number; resourceId: number; title: string; seats: number };

/** Opens the payment of seats and pays it by card. */
export function OrderPayment({ organisationId, resourceId, title, seats }: OrderPaymentProps) {
  const setup = usePaymentSetup(openOrder(organisationId, { resourceId, plan: null, seats }));
  if (setup.kind === 'not-for-sale') return <Banner tone="warning">{setup.reason}</Banner>;
  return (
    <>
      <ChargedTax setup={setup} />
      <CheckoutPayment
        resourceId={resourceId}
        setup={setup}
        paidPanel={(note) => <BoughtPanel title={title} seats={seats} note={note} />}
      />
    </>
  );
}

/** The tax, where the portal computes one: the summary shows the catalogue's prices. */
export function ChargedTax({ setup }: { setup: PaymentSetup }) {
  if (setup.kind !== 'ready' || setup.opened.tax === null) return null;
  const { amount, currency, tax } = setup.opened;
  return (
    <Facts facts={[...taxFacts(tax, currency), { label: 'To pay', value: formatMoney(amount, currency) }]} isBoxed />
  );
}

type BoughtPanelProps = { title: string; seats: number; note: string | null };

export function BoughtPanel({ title, seats, note }: BoughtPanelProps) {
  const { email } = useMember();
  const client = useQueryClient();
  // What is shown of the organisation was loaded before the payment.
  useEffect(() => {
    void refreshSeats(client).catch(() => undefined);
  }, [client]);
  return (
    <StatePanel
      title="Payment Successful"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={
        <Link to="/organisation" search={{ tab: 'seats' }} className={buttonClasses({})}>
          Assign the Seats
        </Link>
      }
    >
      {note ? <p>{note}</p> : null}
      <p>
        Your organisation has {seats} more seats of {title}. Your receipt is on its way to {email}.
      </p>
    </StatePanel>
  );
}
