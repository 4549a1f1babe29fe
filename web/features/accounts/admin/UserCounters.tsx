import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, ShieldCheck, User, UserPlus, Users } from 'lucide-react';
import type { UserStats } from '#contract/accounts-admin.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { userStats } from './api.ts';

const counters: readonly { key: keyof UserStats; label: string; Icon: LucideIcon; look: string }[] = [
  { key: 'total', label: 'Total users', Icon: Users, look: 'bg-success-soft text-success-text' },
  { key: 'administrators', label: 'Administrators', Icon: ShieldCheck, look: 'bg-warning-soft text-warning-text' },
  { key: 'users', label: 'Users', Icon: User, look: 'bg-info-soft text-info-text' },
  { key: 'recent', label: 'New in 30 days', Icon: UserPlus, look: 'bg-neutral-soft text-neutral-text' },
];

/** How many accounts there are; a dash while that cannot be said (ADM-USER-01). */
export function UserCounters() {
  const { data, isPending } = useQuery(userStats);
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
