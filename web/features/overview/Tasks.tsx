import {
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CreditCard,
  FileClock,
  type LucideIcon,
  Scale,
  SearchX,
  Undo2,
} from 'lucide-react';
import { linkTo } from '../../platform/link.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import type { RenderLink } from '../../ui/link.ts';
import type { Task, TaskName } from './display.ts';

const danger = 'bg-danger-soft text-danger-text';
const warning = 'bg-warning-soft text-warning-text';

const looks: Record<TaskName, { Icon: LucideIcon; look: string }> = {
  failedPayments: { Icon: CreditCard, look: danger },
  disputes: { Icon: Scale, look: danger },
  refundRequests: { Icon: Undo2, look: warning },
  failedJobs: { Icon: CircleAlert, look: warning },
  scheduled: { Icon: FileClock, look: 'bg-info-soft text-info-text' },
  emptySearches: { Icon: SearchX, look: 'bg-neutral-soft text-neutral-text' },
};

type Week = { from: string | undefined; to: string | undefined };

/** The list that each of them opens, by its name. */
function listOf(name: TaskName, week: Week): { list: string; link: RenderLink } {
  switch (name) {
    case 'failedPayments':
      return {
        list: 'Subscriptions',
        link: linkTo({ to: '/admin-dashboard', search: { tab: 'subscriptions', status: 'past_due' } }),
      };
    case 'disputes':
    case 'refundRequests':
      return { list: 'Reconciliation', link: linkTo({ to: '/admin-dashboard/reconciliation' }) };
    case 'failedJobs':
      return { list: 'System', link: linkTo({ to: '/admin-dashboard/system' }) };
    case 'scheduled':
      return { list: 'Resources', link: linkTo({ to: '/admin-dashboard', search: { status: 'scheduled' } }) };
    case 'emptySearches':
      return { list: 'Analytics', link: linkTo({ to: '/admin-dashboard', search: { tab: 'analytics', ...week } }) };
  }
}

/** What waits for an administrator; each row opens its list. */
export function Tasks({ tasks, week }: { tasks: readonly Task[]; week: Week }) {
  const urgent = tasks.filter(({ isUrgent }) => isUrgent).length;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b border-border px-5 py-4 lg:px-6">
        <h2>To handle</h2>
        {urgent > 0 ? <Badge tone="warning">{urgent} urgent</Badge> : null}
      </div>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-6 text-sm text-muted-foreground lg:px-6">
          <CircleCheck size={20} className="text-success-text" />
          Nothing waits: no failed payment, dispute, refund request or failed job.
        </p>
      ) : (
        <ul className="lines-between">
          {tasks.map((task) => (
            <TaskRow key={task.name} task={task} week={week} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function TaskRow({ task: { name, title, detail, when }, week }: { task: Task; week: Week }) {
  const { Icon, look } = looks[name];
  const { list, link } = listOf(name, week);
  return (
    <li>
      {link({
        className:
          'flex items-center gap-4 px-5 py-3 text-sm -outline-offset-2! hover:bg-accent/45 lg:grid lg:grid-cols-[auto_minmax(0,1fr)_8rem_8rem_auto] lg:px-6',
        children: (
          <>
            <span className={`grid size-9 flex-none place-items-center rounded-md ${look}`}>
              <Icon size={18} />
            </span>
            <span className="flex min-w-0 flex-1 flex-col">
              <b className="font-semibold">{title}</b>
              <span className="wrap-anywhere text-muted-foreground">{detail}</span>
              <span className="text-xs text-muted-foreground lg:hidden">
                {[when, list].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="text-muted-foreground max-lg:hidden">{when}</span>
            <span className="font-semibold text-primary max-lg:hidden">{list}</span>
            <ChevronRight size={16} className="text-muted-foreground" />
          </>
        ),
      })}
    </li>
  );
}
