import { useQuery } from '@tanstack/react-query';
import {
  Ban,
  CalendarX,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CirclePlay,
  Clock,
  type LucideIcon,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { type Plan, plans } from '#contract/commerce/plans.ts';
import {
  type AdminSubscription,
  type ShownStatus,
  type SubscriptionCounts,
  SuspendSubscription,
} from '#contract/commerce/subscriptions.ts';
import { dense } from '#web/admin/dense.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { ListTools, shownColumns, useColumns } from '#web/admin/ListTools.tsx';
import { useList } from '#web/admin/list-state.ts';
import { RowButton } from '#web/admin/RowButton.tsx';
import { SubscriptionRefund } from '#web/commerce/billing/admin/RefundDialog.tsx';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Counter, Counters } from '#web/ui/Counters.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { planWords } from '../display.ts';
import { adminSubscriptions, subscriptionCounts, subscriptionsCsv, useCancel, useResume, useSuspend } from './api.ts';
import { actionsFor, dateText, noMatchText, periodText, shownStatus, subscriptionColumnNames } from './display.ts';
import { filterNames, subscriptionList } from './list-display.ts';

const counters: readonly Counter<keyof SubscriptionCounts>[] = [
  { key: 'active', label: 'Active', Icon: CircleCheck, look: 'bg-success-soft text-success-text' },
  { key: 'trial', label: 'Trial', Icon: Clock, look: 'bg-info-soft text-info-text' },
  { key: 'suspended', label: 'Suspended', Icon: CirclePause, look: 'bg-danger-soft text-danger-text' },
  { key: 'cancelling', label: 'Cancelling', Icon: CalendarX, look: 'bg-warning-soft text-warning-text' },
];

/** Administrators' list of all subscriptions (ADM-SUB-01, ADM-SUB-02). */
export function SubscriptionsPanel() {
  const list = useList(subscriptionList);
  const { search, status } = list.state;
  const subscriptions = useQuery(adminSubscriptions(list.query));
  const chosen = useColumns('subscriptions', subscriptionColumnNames, ['email', 'status', 'period', 'trial']);
  return (
    <div className="flex flex-col gap-6">
      <SubscriptionCounters status={status} onStatus={(next) => list.narrow({ status: next })} />
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-88">
          <SearchBox
            label="Search subscriptions"
            placeholder="Search by name or email"
            value={search}
            onSearch={(next) => list.narrow({ search: next }, { replace: true })}
          />
        </div>
        <FilterSelect
          label="Filter by status"
          all="All statuses"
          names={filterNames}
          className="min-w-42 max-sm:flex-1"
          value={status}
          onChange={(next) => list.narrow({ status: next })}
        />
        <ListTools
          columns={chosen}
          csv={subscriptionsCsv(list.query, chosen.shown)}
          found={subscriptions.data}
          noun="subscriptions"
        />
        <SeatPrices />
      </div>
      <ListPanel
        list={list}
        query={subscriptions}
        noun={['subscription', 'subscriptions']}
        failure="Subscriptions did not load"
        safe="Nothing was changed. Check your connection, then try again."
        none={{ title: 'No subscriptions yet', description: 'Members who subscribe to a resource appear here.' }}
        noMatch={{
          title: 'No subscriptions match',
          description: noMatchText({ search, status }),
          clear: 'Clear search and status',
        }}
      >
        {(items) => (
          <DataTable
            dense={dense}
            caption="Subscriptions"
            columns={shownColumns(columns, chosen.shown)}
            rows={items}
            rowKey={({ id }) => id}
          />
        )}
      </ListPanel>
    </div>
  );
}

const planPricesDialog = lazyDialog(
  async () => (await import('#web/commerce/purchases/admin/PlanPricesDialog.tsx')).PlanPricesDialog,
);

/** Buttons for the volume prices of the plans' seats (SEAT-01). */
function SeatPrices() {
  const [plan, open] = useState<Plan | null>(null);
  return (
    <div className="flex flex-wrap gap-3">
      {plans.map((one) => (
        <Button key={one} variant="outline" {...planPricesDialog.near} onClick={() => open(one)}>
          {planWords[one].name} Seat Prices
        </Button>
      ))}
      {plan ? <planPricesDialog.Dialog plan={plan} onClose={() => open(null)} /> : null}
    </div>
  );
}

type SubscriptionCountersProps = { status: ShownStatus | null; onStatus: (status: ShownStatus | null) => void };

/** Number of subscriptions by status, as filters; a dash while the counts are unknown (ADM-SUB-02, ADM-13). */
function SubscriptionCounters({ status, onStatus }: SubscriptionCountersProps) {
  const { data, isPending } = useQuery(subscriptionCounts);
  const filterOf = (of: ShownStatus) => ({
    isPressed: status === of,
    onPress: () => onStatus(status === of ? null : of),
  });
  const filters = {
    active: filterOf('active'),
    trial: filterOf('trialing'),
    suspended: filterOf('suspended'),
    cancelling: filterOf('cancelling'),
  };
  return (
    <div>
      <Counters counters={counters} counts={data} isPending={isPending} filters={filters} />
      <p className="mt-2 text-sm text-muted-foreground">
        Suspended and cancelling subscriptions also count as active or trial until they end.
      </p>
    </div>
  );
}

const icons: Record<ShownStatus, LucideIcon> = {
  active: CircleCheck,
  trialing: Clock,
  suspended: CirclePause,
  cancelling: CalendarX,
  past_due: CircleAlert,
  canceled: Ban,
  other: CircleHelp,
};

/** Columns of members, statuses, periods, trial ends and actions (ADM-SUB-01). */
const columns: DataTableColumn<AdminSubscription>[] = [
  {
    key: 'user',
    header: 'User',
    kind: 'subject',
    text: ({ userName }) => userName,
    cell: (row) => <Member subscription={row} />,
  },
  {
    key: 'email',
    header: subscriptionColumnNames.email,
    isWide: true,
    text: ({ userEmail }) => userEmail,
    cell: ({ userEmail }) => <span translate="no">{userEmail}</span>,
  },
  { key: 'status', header: subscriptionColumnNames.status, cell: (row) => <Status subscription={row} /> },
  { key: 'period', header: subscriptionColumnNames.period, cell: (row) => <Dates>{periodText(row)}</Dates> },
  { key: 'trial', header: subscriptionColumnNames.trial, cell: ({ trialEnd }) => <Dates>{dateText(trialEnd)}</Dates> },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (row) => <SubscriptionActions subscription={row} /> },
];

function Member({ subscription: { userName, userEmail } }: { subscription: AdminSubscription }) {
  return (
    <span translate="no" className="flex flex-col wide:inline">
      <span className="wrap-anywhere">{userName}</span>
      <span className="text-xs font-normal wrap-anywhere text-muted-foreground wide:hidden">{userEmail}</span>
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

/** Buttons of a row (ADM-SUB-04 to ADM-SUB-06, LABEL-18). */
function SubscriptionActions({ subscription }: { subscription: AdminSubscription }) {
  const [asked, setAsked] = useState<'suspend' | 'cancel' | 'refund' | null>(null);
  const actions = actionsFor(subscription);
  const close = () => setAsked(null);
  const name = subscription.userName;
  if (actions.length === 0) {
    return (
      <span className="p-2 text-muted-foreground wide:p-0! wide:text-xs wide:whitespace-normal">
        No actions available
      </span>
    );
  }
  return (
    <>
      {actions.includes('reactivate') ? <ReactivateButton id={subscription.id} of={name} /> : null}
      {actions.includes('suspend') ? (
        <RowButton label="Suspend" of={name} Icon={CirclePause} onClick={() => setAsked('suspend')} />
      ) : null}
      {actions.includes('cancel') ? (
        <RowButton label="Cancel" of={name} Icon={CalendarX} onClick={() => setAsked('cancel')} />
      ) : null}
      {actions.includes('refund') ? (
        <RowButton
          variant="destructive-ghost"
          label="Refund"
          of={name}
          Icon={Undo2}
          onClick={() => setAsked('refund')}
        />
      ) : null}
      {asked === 'suspend' ? <SuspendDialog subscription={subscription} onClose={close} /> : null}
      {asked === 'cancel' ? <CancelDialog subscription={subscription} onClose={close} /> : null}
      {asked === 'refund' ? <SubscriptionRefund subscription={subscription} onClose={close} /> : null}
    </>
  );
}

function ReactivateButton({ id, of }: { id: number; of: string }) {
  const resuming = useResume(id);
  return (
    <RowButton
      label="Reactivate"
      of={of}
      Icon={CirclePlay}
      isBusy={resuming.isPending}
      onClick={() => resuming.mutate()}
    />
  );
}

type CancelDialogProps = { subscription: AdminSubscription; onClose: () => void };

function CancelDialog({ subscription: { id, userName }, onClose }: CancelDialogProps) {
  const cancelling = useCancel(id);
  const cancel = useConfirmDialog(() => cancelling.mutateAsync(), onClose);
  return (
    <ConfirmDialog
      isOpen
      {...cancel}
      title={`End the subscription of ${userName}?`}
      description="It ends with its current period and opens resources until then. The member can take that back on the billing page."
      confirmLabel="Cancel Subscription"
      dismissLabel="Close"
    />
  );
}

type SuspendDialogProps = { subscription: AdminSubscription; onClose: () => void };

/** Dialog that asks for the reason of a suspension (LABEL-18). */
function SuspendDialog({ subscription: { id, userName }, onClose }: SuspendDialogProps) {
  const suspending = useSuspend(id, onClose);
  const { register, formState, onSubmit } = useSchemaForm({
    shape: SuspendSubscription,
    defaultValues: { reason: '' },
    send: ({ reason }) => suspending.mutateAsync(reason),
  });
  return (
    <SubmitDialog
      isBusy={suspending.isPending}
      title={`Suspend the subscription of ${userName}?`}
      description="It opens no resources and charges nothing until it is reactivated. What the member bought stays."
      submitLabel="Suspend"
      cancelLabel="Close"
      tone="destructive"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="Reason" isRequired error={formState.errors.reason?.message}>
        <Textarea rows={3} {...register('reason')} />
      </Field>
    </SubmitDialog>
  );
}
