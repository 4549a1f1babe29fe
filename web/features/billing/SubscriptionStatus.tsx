import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { Subscription } from '#contract/subscriptions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { statusLabel, statusTone } from './subscription-display.ts';

const icons = { success: CircleCheck, info: Clock, warning: CircleAlert, danger: CircleAlert, neutral: CircleX };

/** The status of a subscription, as one of the labels of BILL-12. */
export function SubscriptionStatus({ subscription }: { subscription: Subscription }) {
  const tone = statusTone(subscription);
  const Icon = icons[tone];
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {statusLabel(subscription)}
    </Badge>
  );
}
