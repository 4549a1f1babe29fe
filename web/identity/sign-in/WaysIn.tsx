import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { WaysIn as Ways } from '#contract/identity/sign-in-ways.ts';
import { dateAndTime } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useRemovePrivateAddress } from './company-sign-in-api.ts';
import { useConnectIdentity, useEndLinks, useForgetDevices, useRemoveIdentity, waysInQuery } from './ways-in-api.ts';

/**
 * Lists password, second factor, passkeys, identities, known devices and mailed links of the account (SET-20). Those
 * with a row of their own on Settings have no button here.
 */
export function WaysIn() {
  const { data, isPending, isFetching, refetch } = useQuery(waysInQuery);
  if (isPending) {
    return (
      <div role="status" className="mt-4">
        <VisuallyHidden>Loading the ways into your account…</VisuallyHidden>
        <Skeleton className="h-12 w-full" />
      </div>
    );
  }
  if (!data) {
    return (
      <LoadErrorLine query={{ isFetching, refetch }} className="mt-4">
        The ways into your account could not be listed.
      </LoadErrorLine>
    );
  }
  return <List ways={data} />;
}

function List({ ways }: { ways: Ways }) {
  const forget = useForgetDevices();
  const endLinks = useEndLinks();
  const connect = useConnectIdentity();
  const { googleSignIn, passkeys } = usePortalConfig();
  const [newest] = ways.links;
  return (
    <ul className="mt-3 lines-between">
      <Way title="Your password" detail={ways.hasPassword ? 'Set' : 'None'} />
      <Way
        title="Your second factor"
        detail={ways.twoFactorEnabled ? `On, ${ways.recoveryCodesLeft} recovery codes left` : 'Off'}
      />
      {passkeys || ways.passkeys.length > 0 ? (
        <Way title="Your passkeys" detail={ways.passkeys.map(({ name }) => name).join(', ') || 'None'} />
      ) : null}
      {ways.identities.map((identity) => (
        <Identity key={identity.id} identity={identity} />
      ))}
      {googleSignIn ? (
        <Way
          title="Connect Google"
          detail={ways.identities.length > 0 ? 'Sign in with another Google account as well' : 'Not connected'}
        >
          <Button variant="outline" size="small" isBusy={connect.isPending} onClick={() => connect.mutate()}>
            Connect Google
          </Button>
        </Way>
      ) : null}
      {ways.privateAddress ? <PrivateAddress email={ways.privateAddress} /> : null}
      <Way title="Known devices" detail={devicesText(ways.devices)}>
        {ways.devices.length > 1 ? (
          <Button variant="outline" size="small" isBusy={forget.isPending} onClick={() => forget.mutate()}>
            Forget other devices
          </Button>
        ) : null}
      </Way>
      <Way
        title="Links in emails"
        detail={
          newest
            ? `${ways.links.length} still work, the newest until ${dateAndTime(newest.expiresAt)}`
            : 'No link is open'
        }
      >
        {newest ? (
          <Button variant="outline" size="small" isBusy={endLinks.isPending} onClick={() => endLinks.mutate()}>
            End links
          </Button>
        ) : null}
      </Way>
    </ul>
  );
}

function Identity({ identity: { id, issuer, email, linkedAt } }: { identity: Ways['identities'][number] }) {
  const remove = useRemoveIdentity();
  const name = issuer === 'https://accounts.google.com' ? 'Google' : issuer;
  return (
    <Way title={`Sign-in with ${name}`} detail={`${email}, linked ${dateAndTime(linkedAt)}`}>
      <Button variant="outline" size="small" isBusy={remove.isPending} onClick={() => remove.mutate(id)}>
        Remove
        <VisuallyHidden>
          {' '}
          <span translate="no">{email}</span>
        </VisuallyHidden>
      </Button>
    </Way>
  );
}

function PrivateAddress({ email }: { email: string }) {
  const remove = useRemovePrivateAddress();
  return (
    <Way title="Your private address" detail={`${email} gets a link when a company ends your only way in`}>
      <Button variant="outline" size="small" isBusy={remove.isPending} onClick={() => remove.mutate()}>
        Remove
        <VisuallyHidden>
          {' '}
          <span translate="no">{email}</span>
        </VisuallyHidden>
      </Button>
    </Way>
  );
}

function devicesText(devices: Ways['devices']): string {
  const names = [...new Set(devices.map(({ device }) => device))];
  const listed = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${listed} and others` : listed || 'None';
}

type WayProps = { title: string; detail: string; children?: ReactNode };

function Way({ title, detail, children }: WayProps) {
  const id = useId();
  return (
    <li aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p id={id} className="text-sm font-medium">
          {title}
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground">{detail}</p>
      </div>
      {children}
    </li>
  );
}
