import { Link } from '@tanstack/react-router';
import type { GiftForm } from '#contract/commerce/purchases.ts';
import { isoDay, longDate } from '#web/dates.ts';
import { useClock } from '#web/platform/clock.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import type { PaidPanelProps } from './CheckoutPayment.tsx';
import { ReceiptPanel } from './ReceiptPanel.tsx';

export function GivenPanel({ resource, gift, note, receipt }: PaidPanelProps & { gift: GiftForm }) {
  const { now, timeZone } = useClock();
  const isDue = [timeZone, 'UTC'].some((zone) => gift.deliverOn <= isoDay(now, zone));
  return (
    <ReceiptPanel
      {...receipt}
      note={note}
      resource={resource}
      subject={resource.title}
      facts={[{ label: 'For', value: gift.email }]}
      actions={
        <Link to="/billing" className={buttonClasses({})}>
          See your gifts
        </Link>
      }
    >
      <p>
        {resource.title} is a gift for <span translate="no">{gift.email}</span>.{' '}
        {isDue ? 'The email is on its way.' : `The email is sent on ${longDate(gift.deliverOn)}.`}
      </p>
    </ReceiptPanel>
  );
}
