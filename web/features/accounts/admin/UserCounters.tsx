import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, User, UserPlus, Users } from 'lucide-react';
import type { UserStats } from '#contract/accounts-admin.ts';
import { type Counter, Counters } from '../../../ui/Counters.tsx';
import { userStats } from './api.ts';

const counters: readonly Counter<keyof UserStats>[] = [
  { key: 'total', label: 'Total users', Icon: Users, look: 'bg-success-soft text-success-text' },
  { key: 'administrators', label: 'Administrators', Icon: ShieldCheck, look: 'bg-warning-soft text-warning-text' },
  { key: 'users', label: 'Users', Icon: User, look: 'bg-info-soft text-info-text' },
  { key: 'recent', label: 'New in 30 days', Icon: UserPlus, look: 'bg-neutral-soft text-neutral-text' },
];

/** How many accounts there are; a dash while that cannot be said (ADM-USER-01). */
export function UserCounters() {
  const { data, isPending } = useQuery(userStats);
  return <Counters counters={counters} counts={data} isPending={isPending} />;
}
