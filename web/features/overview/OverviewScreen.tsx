import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Overview } from '#contract/overview.ts';
import { today } from '../../platform/clock.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { AdminPage } from '../accounts/AdminOnly.tsx';
import { NamedBars } from '../analytics/ChartCard.tsx';
import { sentenceOf } from '../audit/display.ts';
import { AddResource } from '../publishing/AddResource.tsx';
import { overviewQuery } from './api.ts';
import { tasksOf, weekOf } from './display.ts';
import { Figures, MoneyCard } from './Figures.tsx';
import { Tasks } from './Tasks.tsx';

/** What administrators look at first: today, this week, and what waits for them (ADM-09). */
export function OverviewScreen() {
  return (
    <AdminPage
      title="Overview"
      subtitle="Today and the last 7 days, beside the 7 days before. Days are UTC."
      actions={<AddResource />}
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
          <Tasks tasks={tasksOf(overview, today())} week={rangeOf(overview)} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-12">
            <MoneyCard overview={overview} className="lg:col-span-7" />
            <EmptySearches overview={overview} className="lg:col-span-5" />
          </div>
          <LatestChanges changes={overview.changes} />
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

/** What members look for in vain. */
function EmptySearches({ overview, className }: { overview: Overview; className: string }) {
  const { emptySearches } = overview;
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
        <NamedBars
          bars={emptySearches.most.slice(0, 5).map(({ text, count }) => ({ key: text, name: `“${text}”`, count }))}
        />
      )}
    </Card>
  );
}

const times = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The newest entries of the audit log. */
function LatestChanges({ changes }: Pick<Overview, 'changes'>) {
  return (
    <Card>
      <CardHead title="Latest changes">
        <Link to="/admin-dashboard/audit" className={classes(textLinkClasses)}>
          Audit Log
        </Link>
      </CardHead>
      {changes.length === 0 ? (
        <p className="text-sm text-muted-foreground">Nothing has been changed yet.</p>
      ) : (
        <ul className="lines-between text-sm">
          {changes.map((entry) => (
            <li key={entry.id} className="flex items-center gap-4 py-2.5">
              <time dateTime={entry.happenedAt} className="w-24 flex-none text-muted-foreground tabular-nums">
                {times.format(new Date(entry.happenedAt))}
              </time>
              <span aria-hidden="true" className="max-sm:hidden">
                <Avatar name={entry.actor?.name ?? 'Portal'} />
              </span>
              <span className="min-w-0 wrap-anywhere">{sentenceOf(entry)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function CardHead({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2>{title}</h2>
      <span className="text-sm">{children}</span>
    </div>
  );
}
