import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { PortalConnection } from '#contract/identity/connections-admin.ts';
import { useAction } from '#web/platform/action.ts';
import { today } from '#web/platform/clock.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { askToLeave } from '#web/platform/use-unsaved.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { portalCalls, portalConnections } from './api.ts';
import { Chooser } from './Chooser.tsx';
import { CopyField } from './CopyField.tsx';
import { secretWarning } from './display.ts';
import { EndConnection } from './EndConnection.tsx';
import { connectionSearch } from './list-display.ts';
import { PortalConnectionForm } from './PortalConnectionForm.tsx';
import { ProviderAddresses } from './ProviderAddresses.tsx';
import { StateBadge, StateSteps } from './StateSteps.tsx';
import { TestCard } from './TestCard.tsx';

/** The connections of the portal: the chosen one, or the form of a new one. */
export function PortalConnections() {
  const [{ connection: chosen }, change] = usePageState(connectionSearch);
  const open = (connection: string) => {
    change({ connection });
    focusHeading();
  };
  return (
    <Loaded
      query={useQuery(portalConnections)}
      skeleton={<Skeleton className="h-96 w-full rounded-lg!" />}
      failure="The connections did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(connections) => {
        const shown = connections.find(({ id }) => id === chosen) ?? connections[0] ?? null;
        const count = connections.filter(({ isOperators }) => !isOperators).length;
        const choosing = { connections, count, onChoose: (id: string) => askToLeave(() => open(id)) };
        if (chosen === 'new') {
          return (
            <>
              <Chooser {...choosing} shown="new" />
              <PortalConnectionForm
                given={null}
                onSaved={({ id }) => open(id)}
                onLeave={() => askToLeave(() => open(''))}
              />
            </>
          );
        }
        if (!shown) return <Nothing onAdd={() => open('new')} />;
        return (
          <>
            <Chooser {...choosing} shown={shown.id} />
            <Details key={shown.id} connection={shown} />
          </>
        );
      }}
    </Loaded>
  );
}

function Nothing({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title="No company sign-in"
      description="Connect a provider with OpenID Connect, such as Entra, Okta or Keycloak. You test it before anybody sees its button."
      action={<Button onClick={onAdd}>Connect identity provider</Button>}
    />
  );
}

function Details({ connection }: { connection: PortalConnection }) {
  const { state, isOperators } = connection;
  const warning = secretWarning(connection, today());
  return (
    <div className="flex flex-col gap-6">
      {state === 'disabled' ? (
        <Banner tone="warning">This connection is switched off. Its button is not on the sign-in screen.</Banner>
      ) : (
        <StateSteps state={state} kind="portal" />
      )}
      {warning ? <Banner tone="warning">{warning}</Banner> : null}
      {isOperators ? <OfOperator connection={connection} /> : <Offer connection={connection} />}
      <TestCard connection={connection} calls={portalCalls} />
      {isOperators ? null : (
        <PortalConnectionForm given={connection} onSaved={() => undefined} onLeave={() => undefined} />
      )}
      <ProviderAddresses connection={connection} />
      {isOperators ? null : <EndConnection connection={connection} calls={portalCalls} isOwnWay={false} />}
    </div>
  );
}

/** A connection that the operator's environment variables set (SSO-14): shown, never changed here. */
function OfOperator({ connection }: { connection: PortalConnection }) {
  const { name, issuer, clientId, state, redirectAddress } = connection;
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="wrap-anywhere">{name}</h2>
        <span className="flex flex-wrap gap-2">
          <StateBadge state={state} />
          <Badge icon={<Lock size={14} />}>Set by the operator</Badge>
        </span>
      </div>
      <p className="text-sm text-muted-foreground">
        The operator of this portal sets this connection by OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and
        OIDC_NAME. It cannot be changed here.
      </p>
      <Facts
        facts={[
          { label: 'Issuer', value: issuer },
          { label: 'Client ID', value: clientId },
        ]}
      />
      <CopyField label="Redirect URL" value={redirectAddress} hint="Enter it at your provider." />
    </Card>
  );
}

/**
 * Step that offers the connection on the sign-in screen; once it is offered, the number of people who sign in with it.
 */
function Offer({ connection: { id, name, state, test, linkedPeople } }: { connection: PortalConnection }) {
  const offering = useAction({
    send: portalCalls.activate,
    failed: 'The connection is not offered',
    done: () => ({ title: `${name} is on the sign-in screen` }),
    changed: [portalCalls.list],
  });
  if (state === 'active') {
    const people = linkedPeople === 1 ? '1 person signs in' : `${linkedPeople} people sign in`;
    return (
      <Banner tone="success">
        “Continue with {name}” is on the sign-in screen. <span>{people} with it.</span>
      </Banner>
    );
  }
  const reason = test?.works ? undefined : 'Test the sign-in first.';
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2>Offer it</h2>
        <p className="mt-1 text-sm text-muted-foreground">
          {reason
            ? 'Once you have signed in through it, you can offer it.'
            : `“Continue with ${name}” then is on the sign-in screen, for everybody.`}
        </p>
      </div>
      <Button isBusy={offering.isPending} unavailableReason={reason} onClick={() => offering.mutate(id)}>
        Offer it to everybody
      </Button>
    </Card>
  );
}
