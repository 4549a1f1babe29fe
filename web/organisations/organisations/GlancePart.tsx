import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { summaryQuery, withoutSeatQuery } from '#web/learning/learning/api.ts';
import { linkTo } from '#web/platform/link.tsx';
import type { RenderLink } from '#web/ui/link.ts';
import { TextButton, textLinkClasses } from '#web/ui/TextLink.tsx';
import { invitationsQuery } from './api.ts';
import { requestsQuery } from './domain-api.ts';
import { type NextKind, nextSteps } from './glance-display.ts';
import { UseBar } from './UseBar.tsx';

type GlancePartProps = {
  organisation: Organisation;
  canOrder: boolean;
  onInvite: () => void;
  onOrder: () => void;
};

/** Control for a next step: a link, or a button that opens a dialog of this screen. */
type Way = { link: RenderLink } | { onPress: () => void };

const people = linkTo({ to: '/organisation', search: {} });
const seats = linkTo({ to: '/organisation', search: { tab: 'seats' } });
const learning = linkTo({ to: '/organisation', search: { tab: 'learning' } });
const overdue = linkTo({ to: '/organisation', search: { tab: 'learning', status: 'overdue' } });

/** Shows the figures of an organisation, each with a link to its list, and the next steps (ORG-12). */
export function GlancePart({ organisation, canOrder, onInvite, onOrder }: GlancePartProps) {
  const { id } = organisation;
  const invitations = useQuery(invitationsQuery(id));
  const requests = useQuery(requestsQuery(id));
  const summary = useQuery(summaryQuery(id));
  const lacking = useQuery(withoutSeatQuery(id));
  const total = summary.data?.total;
  const { total: held, inUse } = organisation.seats ?? { total: 0, inUse: 0 };
  const known =
    invitations.data !== undefined && requests.data !== undefined && total !== undefined && lacking.data !== undefined;
  const steps = nextSteps({
    organisation,
    invitations: invitations.data,
    requests: requests.data?.length,
    learning: total,
    withoutSeat: lacking.data?.people,
    canOrder,
  });
  const ways: Record<NextKind, Way> = {
    requests: { link: people },
    expired: { link: people },
    overdue: { link: overdue },
    'without-seat': { link: learning },
    'free-seats': { link: seats },
    invite: { onPress: onInvite },
    order: { onPress: onOrder },
    assign: { link: learning },
  };
  return (
    <section
      aria-label="At a glance"
      className="mb-6 grid grid-cols-3 overflow-hidden rounded-lg border border-border bg-card lg:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,2fr)]"
    >
      <Figure link={seats} label="Seats in use" value={held === 0 ? 'None' : `${inUse} of ${held}`}>
        {held === 0 ? null : <UseBar inUse={inUse} seats={held} />}
      </Figure>
      <Figure link={people} label="Invited, not yet in" value={invitations.data?.length.toLocaleString('en-GB')} />
      <Figure
        link={total && total.overdue > 0 ? overdue : learning}
        label="People overdue"
        value={total?.overduePeople.toLocaleString('en-GB')}
        look={total && total.overduePeople > 0 ? 'text-danger-text' : undefined}
      />
      <div className="p-4 max-lg:col-span-3 max-lg:border-t max-lg:border-border lg:px-6">
        <h2 className="font-sans! text-sm! leading-5! tracking-normal!">What to do next</h2>
        {steps.length > 0 ? (
          <ul className="mt-1 flex flex-col text-sm">
            {steps.map(({ kind, why, action }) => (
              <li key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-muted-foreground">{why}</span>
                <Control way={ways[kind]}>{action}</Control>
              </li>
            ))}
          </ul>
        ) : null}
        {steps.length === 0 && known ? (
          <p className="mt-2 flex items-center gap-2 text-sm text-muted-foreground">
            <CircleCheck size={16} className="text-success-text" />
            All is done for now.
          </p>
        ) : null}
      </div>
    </section>
  );
}

function Control({ way, children }: { way: Way; children: string }) {
  if ('onPress' in way) return <TextButton onClick={way.onPress}>{children}</TextButton>;
  return way.link({ className: textLinkClasses, children });
}

type FigureProps = {
  link: RenderLink;
  label: string;
  /** Undefined until the value is known. */
  value: string | undefined;
  look?: string | undefined;
  children?: ReactNode;
};

function Figure({ link, label, value, look, children }: FigureProps) {
  return link({
    className:
      'group flex min-w-0 flex-col gap-0.5 border-r border-border p-4 -outline-offset-2! hover:bg-accent/45 max-lg:nth-3:border-r-0 lg:px-6',
    children: (
      <>
        <span className="flex items-center gap-1 text-xs text-muted-foreground lg:text-sm">
          {label}
          <ChevronRight size={14} className="max-lg:hidden" />
        </span>
        <b className={`font-display text-xl max-lg:mt-auto font-semibold tabular-nums ${look ?? ''}`}>
          {value ?? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr-only">Not known yet</span>
            </>
          )}
        </b>
        {children}
      </>
    ),
  });
}
