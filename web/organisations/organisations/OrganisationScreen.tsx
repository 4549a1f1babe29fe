import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { useList } from '#web/admin/list-state.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { hasUnsaved } from '#web/platform/unsaved.ts';
import { askToLeave } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';
import { ownOrganisation } from './api.ts';
import { DomainsCard, RequestsCard } from './DomainsCard.tsx';
import { organisationList } from './display.ts';
import { EndCard } from './EndCard.tsx';
import { GlancePart } from './GlancePart.tsx';
import { InvitationsCard, PeoplePanel } from './PeoplePanel.tsx';
import { summaryOf } from './people-display.ts';
import '#web/ui/all-classes.css';

const NewOrganisation = lazyPart(async () => (await import('./NewOrganisation.tsx')).NewOrganisation);
const MyLearning = lazyPart(async () => (await import('#web/learning/learning/MyLearning.tsx')).MyLearning);
const LearningPanel = lazyPart(async () => (await import('#web/learning/learning/LearningPanel.tsx')).LearningPanel);
const SeatsPanel = lazyPart(async () => (await import('./SeatsPanel.tsx')).SeatsPanel);
const OrdersPanel = lazyPart(async () => (await import('./OrdersPanel.tsx')).OrdersPanel);
const RoundsPanel = lazyPart(async () => (await import('#web/learning/assessment/rounds/RoundsPanel.tsx')).RoundsPanel);
const OpenRounds = lazyPart(async () => (await import('#web/learning/assessment/rounds/OpenRounds.tsx')).OpenRounds);
const SignInPanel = lazyPart(async () => (await import('../company-sign-in/SignInPanel.tsx')).SignInPanel);
const orderDialog = lazyDialog(async () => (await import('./OrderDialog.tsx')).OrderDialog);
const assignDialog = lazyDialog(
  async () => (await import('#web/learning/learning/AssignLearningDialog.tsx')).AssignLearningDialog,
);
const inviteDialog = lazyDialog(async () => (await import('./InviteDialog.tsx')).InviteDialog);
const NameCard = lazyPart(async () => (await import('./NameCard.tsx')).NameCard);
const KeysPanel = lazyPart(async () => (await import('./KeysPanel.tsx')).KeysPanel);
const EvidenceButton = lazyPart(async () => (await import('#web/learning/learning/EvidenceButton.tsx')).EvidenceButton);

const placeholder = (
  <>
    <PageHeading title="Organisation" />
    <Skeleton className="h-64 w-full rounded-lg!" />
  </>
);

/**
 * The member's organisation (ORG-02): its people, seats and learning for owners and managers, their own learning
 * for learners.
 */
export function OrganisationScreen() {
  const query = useQuery(ownOrganisation);
  const { tab } = useList(organisationList).state;
  const led = query.data && query.data.role !== 'learner' ? query.data : null;
  usePage(led ? tabLabels[shownTab(led, tab)] : 'Organisation', led ? trail : undefined);
  return (
    <Loaded
      query={query}
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
        if (organisation.role === 'learner') {
          return (
            <Suspense fallback={placeholder}>
              <MyLearning
                organisation={organisation}
                notes={
                  <Suspense fallback={null}>
                    <OpenRounds organisationId={organisation.id} />
                  </Suspense>
                }
              />
            </Suspense>
          );
        }
        return <AsManager {...organisation} />;
      }}
    </Loaded>
  );
}

type TabName = ReturnType<typeof organisationList.read>['tab'];

const trail = [{ label: 'Organisation', link: linkTo({ to: '/organisation' }) }];

const tabLabels: Record<TabName, string> = {
  people: 'People',
  seats: 'Seats',
  learning: 'Learning',
  assessment: 'Assessment',
  billing: 'Billing',
  'sign-in': 'Sign-in',
  developers: 'Developers',
  settings: 'Settings',
};

const ownerTabs: readonly TabName[] = ['billing', 'sign-in', 'developers'];

/** Returns the tab that is shown: managers see the people in place of a tab for owners. */
const shownTab = ({ role }: Pick<Organisation, 'role'>, tab: TabName): TabName =>
  ownerTabs.includes(tab) && role !== 'owner' ? 'people' : tab;

const isTab = (value: string): value is TabName => value in tabLabels;

function AsManager(organisation: Organisation) {
  const [isInviting, setInviting] = useState(false);
  const [isOrdering, setOrdering] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const { payments } = usePortalConfig();
  const list = useList(organisationList);
  const { tab } = list.state;
  const isOwner = organisation.role === 'owner';
  const canOrder = isOwner && payments.publishableKey !== null;
  const show = (next: string) => list.narrow({ ...organisationList.read({ tab: next }) });
  function changeTab(next: string) {
    // Moves the focus back to the open tab, because focusing a tab opens it, and the focus returns when the question is
    // closed.
    if (hasUnsaved()) document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    askToLeave(() => show(next));
  }
  return (
    <>
      <PageHeading
        title={organisation.name}
        subtitle={summaryOf(organisation)}
        actions={
          <>
            {canOrder && tab !== 'learning' ? (
              <Button variant="outline" {...orderDialog.near} onClick={() => setOrdering(true)}>
                <Plus size={18} />
                Order seats
              </Button>
            ) : null}
            {tab === 'learning' ? (
              <>
                <Suspense fallback={null}>
                  <EvidenceButton organisation={organisation} />
                </Suspense>
                <Button {...assignDialog.near} onClick={() => setAssigning(true)}>
                  <Plus size={18} />
                  Assign learning
                </Button>
              </>
            ) : (
              <Button {...inviteDialog.near} onClick={() => setInviting(true)}>
                <Users size={18} />
                Invite people
              </Button>
            )}
          </>
        }
      />
      <GlancePart
        organisation={organisation}
        canOrder={canOrder}
        onInvite={() => setInviting(true)}
        onOrder={() => setOrdering(true)}
      />
      <Tabs
        label="Organisation sections"
        tabs={Object.entries(tabLabels)
          .filter(([value]) => isTab(value) && shownTab(organisation, value) === value)
          .map(([value, label]) => ({
            value,
            label,
            ...(value === 'people' ? { count: organisation.people ?? 0 } : {}),
          }))}
        value={shownTab(organisation, tab)}
        onValueChange={changeTab}
      >
        <TabPanel value="people" className="mt-6 flex flex-col gap-6">
          <RequestsCard organisation={organisation} />
          <InvitationsCard organisation={organisation} />
          <PeoplePanel organisation={organisation} />
        </TabPanel>
        <TabPanel value="seats" className="mt-6">
          <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
            <SeatsPanel organisation={organisation} />
          </Suspense>
        </TabPanel>
        <TabPanel value="learning" className="mt-6">
          <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
            <LearningPanel organisation={organisation} />
          </Suspense>
        </TabPanel>
        <TabPanel value="assessment" className="mt-6">
          <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
            <RoundsPanel organisation={organisation} />
          </Suspense>
        </TabPanel>
        {isOwner ? (
          <>
            <TabPanel value="billing" className="mt-6">
              <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
                <OrdersPanel organisation={organisation} />
              </Suspense>
            </TabPanel>
            <TabPanel value="sign-in" className="mt-6">
              <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
                <SignInPanel
                  organisation={organisation}
                  chosen={list.state.connection}
                  onChoose={(connection) => list.narrow({ connection }, { keepScroll: false })}
                />
              </Suspense>
            </TabPanel>
          </>
        ) : null}
        <TabPanel value="settings" className="mt-6 flex flex-col gap-6">
          {isOwner ? (
            <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
              <NameCard organisation={organisation} />
            </Suspense>
          ) : null}
          <DomainsCard organisation={organisation} />
          <EndCard organisation={organisation} />
        </TabPanel>
        {isOwner ? (
          <TabPanel value="developers" className="mt-6">
            <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg!" />}>
              <KeysPanel organisation={organisation} />
            </Suspense>
          </TabPanel>
        ) : null}
      </Tabs>
      {isOrdering ? <orderDialog.Dialog onClose={() => setOrdering(false)} /> : null}
      {isAssigning ? (
        <assignDialog.Dialog
          organisation={organisation}
          onSeats={() => {
            setAssigning(false);
            show('seats');
          }}
          onClose={() => setAssigning(false)}
        />
      ) : null}
      {isInviting ? <inviteDialog.Dialog organisation={organisation} onClose={() => setInviting(false)} /> : null}
    </>
  );
}
