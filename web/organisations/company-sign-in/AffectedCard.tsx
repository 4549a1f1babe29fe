import { useState } from 'react';
import { counted } from '#contract/counted.ts';
import type { CompanyConnection, CompanySignIns } from '#contract/organisations/company-sign-in.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { listed } from '#web/identity/connections/display.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { useOffer } from './api.ts';
import { type Affected, affectedBy, domainsText } from './sign-in-display.ts';

const requireDialog = lazyDialog(async () => (await import('./RequireDialog.tsx')).RequireDialog);

/** The ways by which the people of an organisation sign in today. */
export function TodayCard({ today: { password, secondFactor, google, company } }: { today: CompanySignIns['today'] }) {
  const lines: Affected[] = [
    { count: password, who: 'can sign in with a password', why: `${secondFactor} of them with a second factor` },
    { count: google, who: 'can sign in with Google', why: '' },
    { count: company, who: 'can sign in with a company account', why: '' },
  ];
  return (
    <Card>
      <h2 className="font-sans text-base">Today</h2>
      <Counts lines={lines.filter(({ count, who }) => count > 0 || who.includes('password'))} />
    </Card>
  );
}

function Counts({ lines }: { lines: readonly Affected[] }) {
  return (
    <ul className="mt-3 flex flex-col gap-3 text-sm">
      {lines.map(({ count, who, why }) => (
        <li key={who} className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-3">
          <span className="text-right font-display text-xl font-semibold tabular-nums">{count}</span>
          <span className="wrap-anywhere">
            {who}
            {why ? <span className="block text-xs text-muted-foreground">{why}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

type AffectedCardProps = { organisation: Organisation; signIns: CompanySignIns; connection: CompanyConnection };

/** The people whom the connection concerns, and its next step. */
export function AffectedCard(props: AffectedCardProps) {
  return (
    <Card>
      <h2 className="font-sans text-base">Who is affected</h2>
      <Counts lines={affectedBy(props.connection)} />
      <div className="mt-4 flex flex-col gap-3 border-t border-border pt-4">
        <NextStep {...props} />
      </div>
    </Card>
  );
}

function NextStep(props: AffectedCardProps) {
  const { state } = props.connection;
  if (state === 'active') return <Require {...props} />;
  return state === 'enforced' ? <Emergency {...props} /> : <Offer {...props} />;
}

function Offer({ organisation: { id }, connection }: AffectedCardProps) {
  const { test, affected, state, domains } = connection;
  const offering = useOffer({ id, connection }, false);
  const isTested = state !== 'draft' && test?.works === true;
  const reason = isTested
    ? domains.length === 0
      ? 'Lead a verified domain to this connection first.'
      : undefined
    : 'Test the sign-in first, without a problem.';
  return (
    <>
      <Button isBlock isBusy={offering.isPending} unavailableReason={reason} onClick={() => offering.mutate()}>
        Offer it to {counted(affected.inDomains, 'person', 'people')}
      </Button>
      {reason ? <p className="text-sm">{reason}</p> : null}
      <p className="text-xs text-muted-foreground">
        They choose: company sign-in or password. All owners get an email.
      </p>
      <p className="text-xs text-muted-foreground">You can require it when you have signed in through it.</p>
    </>
  );
}

function Require({ organisation, signIns, connection }: AffectedCardProps) {
  const [isAsking, setAsking] = useState(false);
  const { name, affected, isOwnWay, initiateLoginAddress } = connection;
  const reason = isOwnWay ? undefined : `Sign in with ${name} yourself first.`;
  return (
    <>
      <Button isBlock unavailableReason={reason} {...requireDialog.near} onClick={() => setAsking(true)}>
        Require it of {counted(affected.inDomains, 'person', 'people')}
      </Button>
      {isOwnWay ? null : (
        <>
          <p className="text-sm">
            Only an owner who is signed in with {name} can require it. So it is sure that it works.
          </p>
          <a
            className={buttonClasses({
              variant: 'outline',
              isBlock: true,
              className: 'py-1 text-center whitespace-normal!',
            })}
            href={backHere(initiateLoginAddress)}
          >
            Sign in with {name} now
          </a>
        </>
      )}
      <p className="text-xs text-muted-foreground">
        Passwords, Google and every other way in are then refused for these people. All owners get an email.
      </p>
      {isAsking ? (
        <requireDialog.Dialog {...{ organisation, signIns, connection }} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

/** Returns the URL that starts the sign-in and leads back to this tab. */
function backHere(initiateLoginAddress: string): string {
  const { pathname, search } = new URL(initiateLoginAddress);
  const query = new URLSearchParams(search);
  query.set('returnTo', '/organisation?tab=sign-in');
  return `${pathname}?${query}`;
}

function Emergency({ organisation, signIns, connection }: AffectedCardProps) {
  const [isAsking, setAsking] = useState(false);
  const { emergencyOwners, domains } = connection;
  const names = listed(emergencyOwners.map(({ name }) => name));
  return (
    <>
      <h3 className="text-sm font-semibold">When the provider is down</h3>
      <p className="text-sm text-muted-foreground">
        {emergencyOwners.length === 0 ? (
          'No owner can sign in then. Choose an owner with a second factor or a passkey.'
        ) : (
          <>
            <span translate="no">{names}</span> can still sign in with password and second factor, or a passkey. All
            owners get an email each time.
          </>
        )}
      </p>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        Their page is{' '}
        <span translate="no" className="font-mono text-xs">{`${location.origin}/auth?view=emergency`}</span>
      </p>
      <Button variant="outline" isBlock {...requireDialog.near} onClick={() => setAsking(true)}>
        {emergencyOwners.length === 0 ? 'Choose owners' : 'Choose other owners'}
      </Button>
      <p className="text-xs text-muted-foreground">
        If {domainsText(domains)} can no longer be verified for 7 days, passwords work again and all owners get an
        email.
      </p>
      {isAsking ? (
        <requireDialog.Dialog {...{ organisation, signIns, connection }} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
