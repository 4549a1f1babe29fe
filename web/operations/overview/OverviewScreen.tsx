import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
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
import { Suspense } from 'react';
import type { Overview } from '#contract/operations/overview.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { today } from '#web/platform/clock.ts';
import { linkTo } from '#web/platform/link.tsx';
import { lazyPart } from '#web/platform/screen.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import type { RenderLink } from '#web/ui/link.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { NamedBars } from '../analytics/ChartCard.tsx';
import { overviewQuery } from './api.ts';
import { CardHead } from './CardHead.tsx';
import { type Task, type TaskName, tasksOf, urgentIn, weekOf } from './display.ts';
import { Figures, MoneyCard } from './Figures.tsx';

const AddResource = lazyPart(async () => (await import('#web/catalogue/publishing/AddResource.tsx')).AddResource);

// Loaded later, because most of the time nothing is under way.
const UnderWay = lazyPart(async () => (await import('./UnderWay.tsx')).UnderWay);

// Loaded after the tasks, which come first.
const LatestChanges = lazyPart(async () => (await import('./LatestChanges.tsx')).LatestChanges);
const ChangedLast = lazyPart(async () => (await import('./ChangedLast.tsx')).ChangedLast);

/** The administrators' first screen: today, this week, and the tasks that wait for them (ADM-09). */
export function OverviewScreen() {
  return (
    <AdminPage
      title="Overview"
      subtitle="Today and the last 7 days, beside the 7 days before. Days are UTC."
      actions={
        <Suspense>
          <AddResource />
        </Suspense>
      }
    >
      <OverviewPanel />
    </AdminPage>
  );
}

function OverviewPanel() {
  return (
    <Loaded
      query={useQuery(overviewQuery)}
      skeleton={<LoadingPanel />}
      failure="Failed to fetch the overview"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(overview) => (
        <div className="flex flex-col gap-6">
          <Figures overview={overview} />
          <Tasks tasks={tasksOf(overview, today())} urgent={urgentIn(overview)} week={rangeOf(overview)} />
          <Suspense fallback={null}>
            <UnderWay />
          </Suspense>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-12">
            <MoneyCard overview={overview} className="lg:col-span-7" />
            <EmptySearches overview={overview} className="lg:col-span-5" />
          </div>
          <Suspense fallback={null}>
            <ChangedLast />
          </Suspense>
          <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
            <LatestChanges changes={overview.changes} />
          </Suspense>
        </div>
      )}
    </Loaded>
  );
}

function rangeOf(overview: Overview) {
  const week = weekOf(overview);
  return { from: week[0]?.day, to: week.at(-1)?.day };
}

function LoadingPanel() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading the overview</span>
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-80 w-full rounded-lg!" />
    </div>
  );
}

/** Searches without results, and searches with only closest matches. */
function EmptySearches({ overview, className }: { overview: Overview; className: string }) {
  const { emptySearches, closestSearches } = overview;
  return (
    <Card className={className}>
      <CardHead title="Searches without a result">
        <Link
          to="/admin-dashboard"
          search={{ tab: 'analytics', ...rangeOf(overview) }}
          className={classes(textLinkClasses)}
        >
          Analytics of this week
        </Link>
      </CardHead>
      {emptySearches.most.length === 0 ? (
        <p className="text-sm text-muted-foreground">Every search of this week found something.</p>
      ) : (
        <SearchBars searches={emptySearches.most} />
      )}
      {closestSearches.most.length > 0 ? (
        <>
          <h3 className="mt-6 mb-4">Only closest matches</h3>
          <SearchBars searches={closestSearches.most} />
        </>
      ) : null}
    </Card>
  );
}

function SearchBars({ searches }: { searches: Overview['emptySearches']['most'] }) {
  return <NamedBars bars={searches.slice(0, 5).map(({ text, count }) => ({ key: text, name: `“${text}”`, count }))} />;
}

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

/** Returns the list of a task, with its name. */
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

/** Tasks for administrators; each row opens its list. */
function Tasks({ tasks, urgent, week }: { tasks: readonly Task[]; urgent: number; week: Week }) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b border-border px-5 py-4 lg:px-6">
        <h2>To handle</h2>
        {urgent > 0 ? <Badge tone="warning">{urgent} urgent</Badge> : null}
      </div>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-6 text-sm text-muted-foreground lg:px-6">
          <CircleCheck size={20} className="text-success-text" />
          You have nothing to handle: no failed payment, dispute, refund request or failed job.
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

/** The number beside Overview in the menu (NAV-15); at most a minute old while screens change. */
export function ToHandle() {
  const { data } = useQuery({ ...overviewQuery, staleTime: 60_000 });
  const count = data ? urgentIn(data) : 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto text-xs font-semibold tabular-nums">
      <span>{count}</span> <span className="sr-only">to handle</span>
    </span>
  );
}
