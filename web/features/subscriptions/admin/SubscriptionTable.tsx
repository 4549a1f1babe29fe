import {
  Ban,
  CalendarX,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CirclePause,
  Clock,
  type LucideIcon,
} from 'lucide-react';
import type { AdminSubscription, ShownStatus } from '#contract/subscriptions.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { dateText, periodText, shownStatus } from './display.ts';
import { SubscriptionActions } from './SubscriptionActions.tsx';

const icons: Record<ShownStatus, LucideIcon> = {
  active: CircleCheck,
  trialing: Clock,
  suspended: CirclePause,
  cancelling: CalendarX,
  past_due: CircleAlert,
  canceled: Ban,
  other: CircleHelp,
};

const columns: DataTableColumn<AdminSubscription>[] = [
  { key: 'user', header: 'User', kind: 'subject', cell: (row) => <Member subscription={row} /> },
  { key: 'status', header: 'Status', cell: (row) => <Status subscription={row} /> },
  { key: 'period', header: 'Current period', cell: (row) => <Dates>{periodText(row)}</Dates> },
  { key: 'trial', header: 'Trial end', cell: ({ trialEnd }) => <Dates>{dateText(trialEnd)}</Dates> },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (row) => <SubscriptionActions subscription={row} /> },
];

/** Whose subscriptions there are, how they stand, and what can be done with them (ADM-SUB-01). */
export function SubscriptionTable({ subscriptions }: { subscriptions: readonly AdminSubscription[] }) {
  return <DataTable caption="Subscriptions" columns={columns} rows={subscriptions} rowKey={({ id }) => id} />;
}

function Member({ subscription: { userName, userEmail } }: { subscription: AdminSubscription }) {
  return (
    <span className="flex flex-col">
      <span className="wrap-anywhere">{userName}</span>
      <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{userEmail}</span>
    </span>
  );
}

function Status({ subscription }: { subscription: AdminSubscription }) {
  const { kind, name, tone } = shownStatus(subscription);
  const Icon = icons[kind];
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {name}
    </Badge>
  );
}

function Dates({ children }: { children: string | null }) {
  if (children !== null)
    return <span className="whitespace-nowrap tabular-nums max-lg:whitespace-normal">{children}</span>;
  return (
    <span className="text-muted-foreground">
      <span aria-hidden="true">–</span>
      <VisuallyHidden>None</VisuallyHidden>
    </span>
  );
}
