import type { AnalyticsActivity } from '#contract/analytics.ts';
import { ChartCard, NamedBars } from './ChartCard.tsx';
import { hostName, landingNames, visitsByHostTable, visitsByLandingTable, visitsNote } from './visits-display.ts';

type CardProps = { activity: AnalyticsActivity; className?: string };

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

/** The same by the page that was opened. */
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
