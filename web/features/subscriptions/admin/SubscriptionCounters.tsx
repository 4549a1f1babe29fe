import { useQuery } from '@tanstack/react-query';
import { CalendarX, CircleCheck, CirclePause, Clock, type LucideIcon } from 'lucide-react';
import type { SubscriptionCounts } from '#contract/subscriptions.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { subscriptionCounts } from './api.ts';

const counters: readonly { key: keyof SubscriptionCounts; label: string; Icon: LucideIcon; look: string }[] = [
  { key: 'active', label: 'Active', Icon: CircleCheck, look: 'bg-success-soft text-success-text' },
  { key: 'trial', label: 'Trial', Icon: Clock, look: 'bg-info-soft text-info-text' },
  { key: 'suspended', label: 'Suspended', Icon: CirclePause, look: 'bg-danger-soft text-danger-text' },
  { key: 'cancelling', label: 'Cancelling', Icon: CalendarX, look: 'bg-warning-soft text-warning-text' },
];

/** How many subscriptions stand where; a dash while that cannot be said (ADM-SUB-02). */
export function SubscriptionCounters() {
  const { data, isPending } = useQuery(subscriptionCounts);
  return (
    <ul aria-label="Summary" className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {counters.map(({ key, label, Icon, look }) => (
        <li key={key}>
          <Card isPadded={false} className="flex items-center gap-4 p-3.5 lg:px-5 lg:py-4">
            <span className={`grid size-10 flex-none place-items-center rounded-md max-lg:hidden ${look}`}>
              <Icon size={20} />
            </span>
            <span>
              <b className="block font-display text-2xl leading-8.5 font-semibold tabular-nums">
                {isPending ? <Skeleton className="h-6 w-12" /> : (data?.[key] ?? '–')}
              </b>{' '}
              <span className="block text-sm text-muted-foreground">{label}</span>
            </span>
          </Card>
        </li>
      ))}
    </ul>
  );
}
