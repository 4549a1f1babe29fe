import { Hourglass } from 'lucide-react';
import { StatePanel } from '#web/ui/StatePanel.tsx';

type ArrivedPanelProps = { what: 'purchase' | 'subscription'; headingLevel?: 1 };

const waits = {
  purchase: 'Your purchase is being recorded. Please do not pay again.',
  subscription: 'Your subscription is being opened. Please do not pay again.',
};

/** Panel in place of the payment's forms, from the success of the payment until the server has recorded it. */
export function ArrivedPanel({ what, headingLevel }: ArrivedPanelProps) {
  return (
    <StatePanel
      {...(headingLevel && { headingLevel })}
      title="Your payment has arrived"
      icon={<Hourglass size={32} className="text-info-text" />}
    >
      <p>{waits[what]}</p>
    </StatePanel>
  );
}
