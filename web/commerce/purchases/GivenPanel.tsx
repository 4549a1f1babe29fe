import { Link } from '@tanstack/react-router';
import type { GiftForm } from '#contract/commerce/purchases.ts';
import { longDate } from '#web/dates.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import type { PaidPanelProps } from './CheckoutPayment.tsx';
import { ReceiptPanel } from './ReceiptPanel.tsx';

/** Panel after a gift was paid. */
export function GivenPanel({ resource, gift, note, receipt }: PaidPanelProps & { gift: GiftForm }) {
  return (
    <ReceiptPanel
      {...receipt}
      note={note}
      subject={resource.title}
      facts={[
        { label: 'Gift', value: resource.title },
        { label: 'For', value: gift.email },
      ]}
      actions={
        <Link to="/billing" className={buttonClasses({})}>
          See Your Gifts
        </Link>
      }
    >
      <p>
        {resource.title} is a gift for {gift.email}. The email is sent on {longDate(gift.deliverOn)}.
      </p>
    </ReceiptPanel>
  );
}
