import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { counted } from '#contract/counted.ts';
import type { CompanyConnection, CompanySignIns } from '#contract/organisations/company-sign-in.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { longDate } from '#web/dates.ts';
import { Chooser } from '#web/identity/connections/Chooser.tsx';
import { secretWarning } from '#web/identity/connections/display.ts';
import { EndConnection } from '#web/identity/connections/EndConnection.tsx';
import { ProviderAddresses } from '#web/identity/connections/ProviderAddresses.tsx';
import { StateSteps } from '#web/identity/connections/StateSteps.tsx';
import { TestCard } from '#web/identity/connections/TestCard.tsx';
import { today } from '#web/platform/clock.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { askToLeave } from '#web/platform/use-unsaved.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { directoryQuery } from '../directory/api.ts';
import { leavingText } from '../directory/display.ts';
import { AffectedCard, TodayCard } from './AffectedCard.tsx';
import { companyCalls, companySignInsQuery, useOffer } from './api.ts';
import { CompanyConnectionForm } from './CompanyConnectionForm.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { SignInDomains } from './SignInDomains.tsx';

const DirectoryCard = lazyPart(async () => (await import('../directory/DirectoryCard.tsx')).DirectoryCard);
const EndedCard = lazyPart(async () => (await import('../directory/EndedCard.tsx')).EndedCard);

function DirectorySection({ organisation }: { organisation: Organisation }) {
  return (
    <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
      <DirectoryCard organisation={organisation} />
      <EndedCard organisation={organisation} />
    </Suspense>
  );
}

type SignInPanelProps = {
  organisation: Organisation;
  /** Id of the connection that the URL names; `new` for the form of another one. */
  chosen: string;
  onChoose: (connection: string) => void;
};

/** Sign-in with the accounts of the company, for owners (SSO-01). */
export function SignInPanel(props: SignInPanelProps) {
  return (
    <Loaded
      query={useQuery(companySignInsQuery(props.organisation.id))}
      skeleton={<Skeleton className="h-96 w-full rounded-lg!" />}
      failure="The sign-in of your organisation did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(signIns) => <Panel {...props} signIns={signIns} />}
    </Loaded>
  );
}

type PanelProps = SignInPanelProps & { signIns: CompanySignIns };

function Panel({ organisation, chosen, onChoose, signIns }: PanelProps) {
  const open = (id: string) => {
    onChoose(id);
    focusHeading();
  };
  const { connections, today: ways } = signIns;
  const shown = connections.find(({ id }) => id === chosen) ?? connections[0];
  const choose = (id: string) => askToLeave(() => open(id));
  const choosing = { connections, count: connections.length, onChoose: choose };
  if (chosen === 'new') {
    return (
      <>
        <Chooser {...choosing} shown="new" />
        <Columns
          first={
            <CompanyConnectionForm
              id={organisation.id}
              given={null}
              onSaved={({ id }) => open(id)}
              onLeave={() => choose('')}
            />
          }
          aside={<TodayCard today={ways} />}
        >
          <SignInDomains organisation={organisation} connections={connections} />
        </Columns>
      </>
    );
  }
  if (!shown) {
    return (
      <Columns
        first={
          <>
            <FirstSteps organisation={organisation} onConnect={() => open('new')} />
            <SignInDomains organisation={organisation} connections={connections} />
          </>
        }
        aside={<TodayCard today={ways} />}
      >
        <DirectorySection organisation={organisation} />
      </Columns>
    );
  }
  return (
    <Details
      key={shown.id}
      {...{ organisation, signIns }}
      connection={shown}
      chooser={<Chooser {...choosing} shown={shown.id} />}
    />
  );
}

type ColumnsProps = { first: ReactNode; aside: ReactNode; children: ReactNode };

/** The first cards, beside them or on phones below them the people affected, then the rest. */
function Columns({ first, aside, children }: ColumnsProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_21.5rem]">
      <div className="flex min-w-0 flex-col gap-6">{first}</div>
      <aside
        aria-label="People affected"
        className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        {aside}
      </aside>
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </div>
  );
}

type DetailsProps = {
  organisation: Organisation;
  signIns: CompanySignIns;
  connection: CompanyConnection;
  chooser: ReactNode;
};

function Details({ organisation, signIns, connection, chooser }: DetailsProps) {
  const { id } = organisation;
  const { state } = connection;
  const calls = companyCalls(id);
  const warning = secretWarning(connection, today());
  const test = <TestCard connection={connection} calls={calls} />;
  const domains = <SignInDomains organisation={organisation} connections={signIns.connections} />;
  const directory = <DirectorySection organisation={organisation} />;
  const { data: left } = useQuery(directoryQuery(id));
  const isRequired = state === 'enforced';
  return (
    <>
      {chooser}
      <div className="mb-6 flex flex-col gap-6">
        {state === 'disabled' ? (
          <Banner tone="warning">
            This connection is switched off: no one signs in with it, and passwords work. You can offer it again.
          </Banner>
        ) : (
          <StateSteps state={state} kind="company" />
        )}
        {warning ? <Banner tone="warning">{warning}</Banner> : null}
        {isRequired ? <RequiredCard id={id} connection={connection} /> : null}
      </div>
      <Columns
        first={
          isRequired ? (
            <>
              {directory}
              {domains}
            </>
          ) : (
            test
          )
        }
        aside={<AffectedCard {...{ organisation, signIns, connection }} />}
      >
        {isRequired ? test : null}
        <CompanyConnectionForm id={id} given={connection} onSaved={() => undefined} onLeave={() => undefined} />
        {isRequired ? null : (
          <>
            {domains}
            {directory}
          </>
        )}
        <ProviderAddresses connection={connection} leaving={left && leavingText(left)} />
        <EndConnection connection={connection} calls={calls} isOwnWay={connection.isOwnWay} />
      </Columns>
    </>
  );
}

/** Card that says that passwords are rejected, with a button that allows them again. */
function RequiredCard({ id, connection }: { id: number; connection: CompanyConnection }) {
  const { name, enforcedAt, enforcedBy, affected } = connection;
  const allowing = useOffer({ id, connection }, true);
  return (
    <Card className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <span className="grid size-11 flex-none place-items-center rounded-md bg-success-soft text-success-text">
        <ShieldCheck size={22} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2>{name} is required</h2>
        <p className="mt-0.5 text-sm text-muted-foreground">
          {enforcedAt ? `Since ${longDate(enforcedAt)}${enforcedBy ? `, by ${enforcedBy}` : ''}. ` : null}
          <span>Every other way in is refused for {counted(affected.inDomains, 'person', 'people')}.</span>
        </p>
      </div>
      <Button variant="outline" className="max-sm:w-full" isBusy={allowing.isPending} onClick={() => allowing.mutate()}>
        Allow passwords again
      </Button>
    </Card>
  );
}
