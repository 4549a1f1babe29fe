import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanySignIn } from '#contract/identity/connections.ts';
import { longDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { PanelHeading } from '../accounts/PanelHeading.tsx';
import { companySignInQuery, useRemoveCompanySignIn, useRemovePrivateAddress } from './company-sign-in-api.ts';
import { PrivateAddressForms } from './PrivateAddressForms.tsx';

/** The row of Settings about sign-in by a company; null when the portal has no company sign-in (SSO-15). */
export function CompanySignIns() {
  const { buttons, hasCompanies } = usePortalConfig().companySignIn;
  return hasCompanies || buttons.length > 0 ? <Row /> : null;
}

function Row() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(companySignInQuery);
  if (isLoadingError) {
    return <LoadErrorLine query={{ isFetching, refetch }}>Your company sign-in could not be loaded.</LoadErrorLine>;
  }
  // A member without a company sees nothing of it.
  if (!data || (data.connections.length === 0 && data.privateAddress === null && data.unconfirmedAddress === null))
    return null;
  return (
    <div>
      <PanelHeading
        title="Company sign-in"
        description="You sign in here with the account that you have at your company. It gives the portal your name and email address, and nothing else."
      />
      <ul className="lines-between mt-3">
        {data.connections.map((connection) => (
          <Connection key={connection.connectionId} connection={connection} />
        ))}
      </ul>
      <Explanation connections={data.connections} />
      <PrivateAddress signIn={data} />
    </div>
  );
}

function Connection({ connection }: { connection: CompanySignIn['connections'][number] }) {
  const { connectionId, name, organisation, email, linkedAt, isRequired, sessionHours } = connection;
  const removing = useRemoveCompanySignIn();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span translate="no">{name}</span>
          {isRequired ? <Badge tone="info">Required</Badge> : null}
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          <span>
            {organisation ? `${organisation}, ` : null}
            <span translate="no">{email}</span>, linked on {longDate(linkedAt)}.
          </span>{' '}
          <span>
            After {sessionHours === 1 ? '1 hour' : `${sessionHours} hours`} at most you go through it again; what you
            have not saved stays on the page.
          </span>{' '}
          {isRequired ? (
            <span>
              Your company requires it: passwords and other ways are refused, and you cannot remove it while your
              address is one of your company.
            </span>
          ) : null}
        </p>
      </div>
      {isRequired ? null : (
        <Button
          variant="outline"
          size="small"
          isBusy={removing.isPending}
          onClick={() => removing.mutate(connectionId)}
        >
          Remove
          <VisuallyHidden>
            {' '}
            <span translate="no">{name}</span>
          </VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

/** Facts that a company gets to know, and those that stay private (ORG-10). */
function Explanation({ connections }: { connections: CompanySignIn['connections'] }) {
  const names = [...new Set(connections.map(({ organisation }) => organisation).filter((name) => name !== null))];
  if (connections.length === 0) return null;
  return (
    <div className="mt-2 grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
      <div>
        <h4 className="font-semibold">What your company sees</h4>
        <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-4.5 text-muted-foreground">
          <li>That you sign in to this portal, at its own provider</li>
          {names.length > 0 ? (
            <li>
              In {names.join(' and ')}: your name, email address, role, seats, and the learning that it assigns to you,
              with the best score of its checks
            </li>
          ) : null}
        </ul>
      </div>
      <div>
        <h4 className="font-semibold">What stays private</h4>
        <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-4.5 text-muted-foreground">
          <li>What else you open, read or save, and for how long</li>
          <li>What you buy for yourself</li>
          <li>Your answers to checks and assessments</li>
        </ul>
      </div>
    </div>
  );
}

/** Address that gets a link when the company ends the only way in (SSO-05). */
function PrivateAddress({ signIn: { privateAddress, unconfirmedAddress } }: { signIn: CompanySignIn }) {
  const [isEditing, setEditing] = useState(false);
  const removing = useRemovePrivateAddress();
  return (
    <div className="mt-4 border-t border-border pt-4">
      <PanelHeading
        title="Private address"
        description={
          privateAddress
            ? `If your company ends this sign-in and you have no other way in, a link goes to ${privateAddress}.`
            : 'If your company ends this sign-in, you may have no other way in. Enter an address that stays yours, and a link goes there once.'
        }
        action={
          isEditing || unconfirmedAddress ? null : (
            <div className="flex flex-wrap gap-3">
              <Button variant="outline" size="small" onClick={() => setEditing(true)}>
                {privateAddress ? 'Change private address' : 'Add private address'}
              </Button>
              {privateAddress ? (
                <Button
                  variant="destructive-ghost"
                  size="small"
                  isBusy={removing.isPending}
                  onClick={() => removing.mutate()}
                >
                  Remove private address
                </Button>
              ) : null}
            </div>
          )
        }
      />
      {isEditing || unconfirmedAddress ? (
        <PrivateAddressForms unconfirmed={unconfirmedAddress} onDone={() => setEditing(false)} />
      ) : null}
    </div>
  );
}
