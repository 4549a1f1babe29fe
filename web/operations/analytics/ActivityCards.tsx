import type { AnalyticsActivity, AnalyticsQuery, ResourceFigure } from '#contract/operations/analytics.ts';
import {
  hostName,
  landingNames,
  opensLabel,
  opensTable,
  rankedTable,
  searchTable,
  subscriptionNote,
  subscriptionSums,
  subscriptionTable,
  visitsByHostTable,
  visitsByLandingTable,
  visitsNote,
} from './activity-display.ts';
import { ChartCard, FigureLink, NamedBars } from './ChartCard.tsx';
import { countText } from './chart-display.ts';
import { LineChart } from './LineChart.tsx';
import { monthText, weekText } from './range-display.ts';

type CardProps = { activity: AnalyticsActivity; className?: string };

export function OpensCard({ activity, className }: CardProps) {
  const { opens } = activity;
  return (
    <ChartCard
      title="Resource opens"
      subtitle="Per week, by access type; members with Data Collection on"
      table={opensTable(activity)}
      emptyText="No resource was opened in these days."
      className={className}
    >
      <LineChart
        label={opensLabel(activity)}
        points={opens.map(({ week }) => weekText(week))}
        lines={[
          { name: 'Free', values: opens.map(({ free }) => free), colour: 'var(--free)' },
          {
            name: 'Subscription',
            values: opens.map(({ subscription }) => subscription),
            colour: 'var(--subscription)',
            dash: '7 4',
          },
          { name: 'Purchase', values: opens.map(({ purchase }) => purchase), colour: 'var(--purchase)', dash: '2 4' },
        ]}
      />
    </ChartCard>
  );
}

/** Chart of active and trial subscriptions, with lost ones and converted trials. */
export function SubscriptionsCard({ activity, range, className }: CardProps & { range: AnalyticsQuery }) {
  const { subscriptions } = activity;
  const last = subscriptions.at(-1);
  return (
    <ChartCard
      title="Subscriptions"
      subtitle="Active and on trial at the end of each month; suspended, cancelling and past due ones count until they end"
      table={subscriptionTable(activity)}
      emptyText="There were no subscriptions in these days."
      note={subscriptionNote(activity)}
      className={className}
    >
      <LineChart
        label={`Subscriptions by month; at the end ${last?.active ?? 0} active and ${last?.trial ?? 0} on trial.`}
        points={subscriptions.map(({ month }) => monthText(month))}
        lines={[
          { name: 'Active', values: subscriptions.map(({ active }) => active), colour: 'var(--chart-1)' },
          { name: 'On trial', values: subscriptions.map(({ trial }) => trial), colour: 'var(--chart-2)', dash: '7 4' },
        ]}
      />
      <dl className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {subscriptionSums(activity).map(({ name, figure, count }) => (
          <div key={figure} className="flex gap-x-2">
            <dt>{name}</dt>
            <dd>
              <FigureLink figure={figure} range={range} text={countText(count)} />
            </dd>
          </div>
        ))}
      </dl>
    </ChartCard>
  );
}

export function EmptySearchesCard({ activity, className }: CardProps) {
  return (
    <ChartCard
      title="Searches without a result"
      subtitle="In the whole catalogue"
      table={searchTable(activity.emptySearches)}
      emptyText="Every search found something."
      className={className}
    >
      <NamedBars bars={activity.emptySearches.map(({ text, count }) => ({ key: text, name: text, count }))} />
    </ChartCard>
  );
}

export function ClosestSearchesCard({ activity, className }: CardProps) {
  return (
    <ChartCard
      title="Searches with only closest matches"
      subtitle="No resource of the whole catalogue has all their words"
      table={searchTable(activity.closestSearches)}
      emptyText="No search had closest matches alone."
      className={className}
    >
      <NamedBars bars={activity.closestSearches.map(({ text, count }) => ({ key: text, name: text, count }))} />
    </ChartCard>
  );
}

type RankedCardProps = {
  title: string;
  subtitle: string;
  /** Heading of the count's column in the table. */
  header: string;
  figures: readonly ResourceFigure[];
  emptyText: string;
  className?: string;
};

export function RankedCard({ header, figures, ...card }: RankedCardProps) {
  return (
    <ChartCard {...card} table={rankedTable(header, figures)}>
      <NamedBars bars={figures.map(({ resourceId, title, count }) => ({ key: resourceId, name: title, count }))} />
    </ChartCard>
  );
}

const emptyText = 'No visits of public pages were counted in these days.';

/** Visits of public pages by the site that led there, with the registrations and first purchases that followed. */
export function VisitsByHostCard({ activity, className }: CardProps) {
  return (
    <ChartCard
      title="Visits by site"
      subtitle="Visits of public pages, by the site whose link was opened"
      table={visitsByHostTable(activity)}
      emptyText={emptyText}
      note="Visitors who are signed in, or whose browser asks not to be tracked, are not counted."
      className={className}
    >
      <NamedBars
        bars={activity.visitsByHost.map((one) => ({
          key: one.host,
          name: <Named name={hostName(one.host)} note={visitsNote(one)} />,
          count: one.visits,
        }))}
      />
    </ChartCard>
  );
}

/** Visits of public pages by the page that was opened, with the registrations and first purchases that followed. */
export function VisitsByPageCard({ activity, className }: CardProps) {
  return (
    <ChartCard
      title="Visits by page"
      subtitle="Visits of public pages, by the page that was opened first"
      table={visitsByLandingTable(activity)}
      emptyText={emptyText}
      className={className}
    >
      <NamedBars
        bars={activity.visitsByLanding.map((one) => ({
          key: one.landing,
          name: <Named name={landingNames[one.landing]} note={visitsNote(one)} />,
          count: one.visits,
        }))}
      />
    </ChartCard>
  );
}

function Named({ name, note }: { name: string; note: string }) {
  return (
    <>
      {name}
      <span className="block text-xs text-muted-foreground">{note}</span>
    </>
  );
}
