import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Organisation } from '#contract/organisations.ts';
import { useList } from '../../admin/list-state.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { lazyDialog } from '../../platform/lazy-dialog.ts';
import { usePage } from '../../platform/page.ts';
import { lazyPart } from '../../platform/screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { ownOrganisation } from './api.ts';
import { DomainsCard } from './DomainsCard.tsx';
import { organisationList } from './display.ts';
import { EndCard } from './EndCard.tsx';
import { InvitationsCard } from './InvitationsCard.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { summaryOf } from './people-display.ts';
import { RequestsCard } from './RequestsCard.tsx';
import { SeenCard } from './SeenCard.tsx';
import '../../ui/all-classes.css';

const CertificatesPart = lazyPart(async () => (await import('../learning/CertificatesPart.tsx')).CertificatesPart);
const NewOrganisation = lazyPart(async () => (await import('./NewOrganisation.tsx')).NewOrganisation);
const SeatsPanel = lazyPart(async () => (await import('./SeatsPanel.tsx')).SeatsPanel);
const OrdersPanel = lazyPart(async () => (await import('./OrdersPanel.tsx')).OrdersPanel);
const RoundsPanel = lazyPart(async () => (await import('../assessment/rounds/RoundsPanel.tsx')).RoundsPanel);
const OpenRounds = lazyPart(async () => (await import('../assessment/rounds/OpenRounds.tsx')).OpenRounds);
const orderDialog = lazyDialog(async () => (await import('./OrderDialog.tsx')).OrderDialog);
const inviteDialog = lazyDialog(async () => (await import('./InviteDialog.tsx')).InviteDialog);
const CertificatesPanel = lazyPart(async () => (await import('../learning/CertificatesPanel.tsx')).CertificatesPanel);

const placeholder = (
  <>
    <PageHeading title="Organisation" />
    <Skeleton className="h-64 w-full rounded-lg!" />
  </>
);

/** The member's organisation (ORG-02): its people and seats for owners and managers, what it sees of them for learners. */
export function OrganisationScreen() {
  usePage('Organisation');
  return (
    <Loaded
      query={useQuery(ownOrganisation)}
      skeleton={placeholder}
      failure="Your organisation did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(organisation) => {
        if (organisation === null) {
          return (
            <Suspense fallback={placeholder}>
              <NewOrganisation />
            </Suspense>
          );
        }
        return organisation.role === 'learner' ? <AsLearner {...organisation} /> : <AsManager {...organisation} />;
      }}
    </Loaded>
  );
}

function AsLearner(organisation: Organisation) {
  return (
    <>
      <PageHeading title={organisation.name} subtitle={summaryOf(organisation)} />
      <div className="flex flex-col gap-6">
        <Suspense fallback={null}>
          <OpenRounds organisationId={organisation.id} />
          <CertificatesPart />
        </Suspense>
        <SeenCard organisation={organisation} />
        <EndCard organisation={organisation} />
      </div>
    </>
  );
}

function AsManager(organisation: Organisation) {
  const [isInviting, setInviting] = useState(false);
  const [isOrdering, setOrdering] = useState(false);
  const { payments } = usePortalConfig();
  const list = useList(organisationList);
  const { tab } = list.state;
  const isOwner = organisation.role === 'owner';
  return (
    <>
      <PageHeading
        title={organisation.name}
        subtitle={summaryOf(organisation)}
        actions={
          <>
            {isOwner && payments.publishableKey !== null ? (
              <Button variant="outline" {...orderDialog.near} onClick={() => setOrdering(true)}>
                <Plus size={18} />
                Order Seats
              </Button>
            ) : null}
            <Button {...inviteDialog.near} onClick={() => setInviting(true)}>
              <Users size={18} />
              Invite People
            </Button>
          </>
        }
      />
      <Tabs
        label="Organisation sections"
        tabs={[
          { value: 'people', label: 'People', count: organisation.people ?? 0 },
          { value: 'seats', label: 'Seats' },
          { value: 'assessment', label: 'Assessment' },
          ...(isOwner ? [{ value: 'billing' as const, label: 'Billing' }] : []),
        ]}
        value={tab === 'billing' && !isOwner ? 'people' : tab}
        onValueChange={(next) => list.narrow({ ...organisationList.read({ tab: next }) })}
      >
        <TabPanel value="people" className="mt-6 flex flex-col gap-6">
          <DomainsCard organisation={organisation} />
          <RequestsCard organisation={organisation} />
          <InvitationsCard organisation={organisation} />
          <PeoplePanel organisation={organisation} />
          <Suspense fallback={null}>
            <CertificatesPanel organisation={organisation} />
          </Suspense>
          <EndCard organisation={organisation} />
        </TabPanel>
        <TabPanel value="seats" className="mt-6">
          <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
            <SeatsPanel organisation={organisation} />
          </Suspense>
        </TabPanel>
        <TabPanel value="assessment" className="mt-6">
          <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
            <RoundsPanel organisation={organisation} />
          </Suspense>
        </TabPanel>
        {isOwner ? (
          <TabPanel value="billing" className="mt-6">
            <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
              <OrdersPanel organisation={organisation} />
            </Suspense>
          </TabPanel>
        ) : null}
      </Tabs>
      {isOrdering ? <orderDialog.Dialog onClose={() => setOrdering(false)} /> : null}
      {isInviting ? <inviteDialog.Dialog organisation={organisation} onClose={() => setInviting(false)} /> : null}
    </>
  );
}
