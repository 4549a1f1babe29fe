import type { LucideIcon } from 'lucide-react';
import { Card } from './Card.tsx';
import { Skeleton } from './Skeleton.tsx';

export type Counter<Key extends string> = {
  key: Key;
  label: string;
  Icon: LucideIcon;
  /** The icon's colours by role, such as "bg-info-soft text-info-text". */
  look: string;
};

export type CountersProps<Key extends string> = {
  counters: readonly Counter<Key>[];
  /** Undefined while they load and when they are unknown; then a dash is shown. */
  counts: Readonly<Record<Key, number>> | undefined;
  isPending: boolean;
};

/** Figures above a list, in a row of four. */
export function Counters<Key extends string>({ counters, counts, isPending }: CountersProps<Key>) {
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
                {isPending ? <Skeleton className="h-6 w-12" /> : (counts?.[key] ?? '–')}
              </b>{' '}
              <span className="block text-sm text-muted-foreground">{label}</span>
            </span>
          </Card>
        </li>
      ))}
    </ul>
  );
}
