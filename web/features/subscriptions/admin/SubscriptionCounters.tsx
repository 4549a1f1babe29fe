import { useQuery } from '@tanstack/react-query';
import { CalendarX, CircleCheck, CirclePause, Clock } from 'lucide-react';
import type { SubscriptionCounts } from '#contract/subscriptions.ts';
import { type Counter, Counters } from '../../../ui/Counters.tsx';
import { subscriptionCounts } from './api.ts';

const counters: readonly Counter<keyof SubscriptionCounts>[] = [
  { key: 'active', label: 'Active', Icon: CircleCheck, look: 'bg-success-soft text-success-text' },
  { key: 'trial', label: 'Trial', Icon: Clock, look: 'bg-info-soft text-info-text' },
  { key: 'suspended', label: 'Suspended', Icon: CirclePause, look: 'bg-danger-soft text-danger-text' },
  { key: 'cancelling', label: 'Cancelling', Icon: CalendarX, look: 'bg-warning-soft text-warning-text' },
];

/** How many subscriptions stand where; a dash while that cannot be said (ADM-SUB-02). */
export function SubscriptionCounters() {
  const { data, isPending } = useQuery(subscriptionCounts);
  return <Counters counters={counters} counts={data} isPending={isPending} />;
}
