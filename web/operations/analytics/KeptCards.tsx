import { Link } from '@tanstack/react-router';
import { formatMoney } from '#contract/money.ts';
import type { AnalyticsActivity, AnalyticsQuery } from '#contract/operations/analytics.ts';
import { classes } from '#web/ui/classes.ts';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { ChartCard, FigureLink, NamedBars } from './ChartCard.tsx';
import {
  byCountryTable,
  byResourceTable,
  cancellationName,
  cancellationTable,
  placeName,
  returnsTable,
  shareOf,
} from './kept-display.ts';

type CardProps = { activity: AnalyticsActivity; range: AnalyticsQuery; className?: string };

/** Refunds and lost disputes as a share of the takings, and the number of disputes opened. */
export function ReturnsCard({ activity, range, className }: CardProps) {
  const { returns, revenue, currency } = activity;
  const table = returnsTable(activity);
  const back = revenue.reduce((sum, { refunds }) => sum + refunds, 0);
  const taken = revenue.reduce((sum, month) => sum + month.oneOff + month.newSubscriptions + month.renewals, 0);
  const facts = [
    {
      name: 'Refunds and lost disputes',
      figure: 'refund' as const,
      text: formatMoney(back, currency),
      detail: `${shareOf(back, taken)} of what was taken, in ${returns.refunds} ${returns.refunds === 1 ? 'refund' : 'refunds'} and ${returns.disputesLost} lost ${returns.disputesLost === 1 ? 'dispute' : 'disputes'}`,
    },
    {
      name: 'Of that, lost disputes',
      figure: 'lost-dispute' as const,
      text: formatMoney(returns.lostAmount, currency),
      detail: `${shareOf(returns.lostAmount, taken)} of what was taken`,
    },
    {
      name: 'Disputes opened',
      figure: 'dispute' as const,
      text: String(returns.disputes),
      detail: `${shareOf(returns.disputes, returns.payments)} of ${returns.payments} ${returns.payments === 1 ? 'payment' : 'payments'}`,
    },
  ];
  return (
    <ChartCard
      title="Refunds and disputes"
      subtitle="Money returned, by the day it was returned, and disputes opened; inquiries do not count"
      table={table}
      isTable
      emptyText="There were no payments, refunds or disputes in these days."
      className={className}
    >
      <dl className="flex flex-col gap-4">
        {facts.map(({ name, figure, text, detail }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-sm">{name}</dt>
            <dd className="text-lg font-semibold">
              <FigureLink figure={figure} range={range} text={text} />
            </dd>
            <dd className="w-full text-xs text-muted-foreground">{detail}</dd>
          </div>
        ))}
      </dl>
    </ChartCard>
  );
}

export function ResourceRevenueCard({ activity, range, className }: CardProps) {
  const { byResource, currency } = activity;
  return (
    <ChartCard
      title="Revenue by resource"
      subtitle={`Kept after refunds; subscriptions open every resource and are one line; ${currency}`}
      table={byResourceTable(activity)}
      emptyText="No resource was paid for in these days."
      className={className}
    >
      <NamedBars
        bars={byResource.map((place) => ({
          key: `${place.kind} ${place.resourceId}`,
          name: placeName(place),
          count: place.net,
          value:
            place.kind === 'others' ? (
              formatMoney(place.net, currency)
            ) : (
              <FigureLink
                figure={place.kind === 'subscriptions' ? 'subscription-payment' : 'payment'}
                range={range}
                text={formatMoney(place.net, currency)}
                {...(place.resourceId !== null && { resourceId: place.resourceId })}
              />
            ),
        }))}
      />
    </ChartCard>
  );
}

export function CountryRevenueCard({ activity, range, className }: CardProps) {
  const { byCountry, currency } = activity;
  return (
    <ChartCard
      title="Revenue by country"
      subtitle={`Kept after refunds, by the country on the invoice; ${currency}`}
      table={byCountryTable(activity)}
      emptyText="There were no payments in these days."
      className={className}
    >
      <NamedBars
        bars={byCountry.map(({ country, net }) => ({
          key: country ?? 'none',
          name: placeName({ country }),
          count: net,
          value: (
            <FigureLink figure="payment" range={range} text={formatMoney(net, currency)} country={country ?? 'none'} />
          ),
        }))}
      />
    </ChartCard>
  );
}

/** Reasons of cancelled subscriptions (SUBSCR-23). */
export function CancellationsCard({ activity, range, className }: CardProps) {
  const { cancellations } = activity;
  const stayed = cancellations.reduce((sum, one) => sum + one.stayed, 0);
  return (
    <ChartCard
      title="Why subscriptions are cancelled"
      subtitle="Subscriptions that were cancelled in these days and not reactivated"
      table={cancellationTable(activity)}
      emptyText="No subscription was cancelled in these days."
      className={className}
    >
      <NamedBars
        bars={cancellations.map(({ reason, subscriptions, stayed }) => ({
          key: reason ?? 'none',
          name: `${cancellationName(reason)}${stayed > 0 ? ` (${stayed} stayed for the offer)` : ''}`,
          count: subscriptions,
        }))}
      />
      <p className="mt-4 text-sm">
        <Link
          to="/admin-dashboard/figures"
          search={{ figure: 'cancellation', ...range }}
          className={classes(textLinkClasses)}
        >
          See the members and their comments
        </Link>
        {stayed > 0 ? (
          <>
            {' or '}
            <FigureLink figure="stayed" range={range} text={`the ${stayed} who stayed for the offer`} />
          </>
        ) : null}
      </p>
    </ChartCard>
  );
}
