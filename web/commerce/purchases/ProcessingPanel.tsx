import { Hourglass } from 'lucide-react';
import { StatePanel } from '#web/ui/StatePanel.tsx';

type ProcessingPanelProps = { what: 'purchase' | 'subscription'; headingLevel?: 1 };

const waits = {
  purchase: 'The resource opens as soon as the payment has arrived, and your receipt comes by email.',
  subscription: 'Your subscription starts as soon as the payment has arrived, and you get an email.',
};

/**
 * Panel for a payment that takes some days; there is no access until the bank has confirmed it (SUBSCR-20,
 * CHECKOUT-19).
 */
export function ProcessingPanel({ what, headingLevel }: ProcessingPanelProps) {
  return (
    <StatePanel
      {...(headingLevel && { headingLevel })}
      title="Your payment is being processed…"
      icon={<Hourglass size={32} className="text-info-text" />}
    >
      <p>Your bank may need a few days. {waits[what]}</p>
      <p>Please do not pay again. You may leave this page.</p>
    </StatePanel>
  );
}
