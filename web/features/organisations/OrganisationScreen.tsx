import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Organisation } from '#contract/organisations.ts';
import { lazyDialog } from '../../platform/lazy-dialog.ts';
import { usePage } from '../../platform/page.ts';
import { lazyPart } from '../../platform/screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ownOrganisation } from './api.ts';
import { summaryOf } from './display.ts';
import { EndCard } from './EndCard.tsx';
import { InvitationsCard } from './InvitationsCard.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { SeenCard } from './SeenCard.tsx';

const NewOrganisation = lazyPart(async () => (await import('./NewOrganisation.tsx')).NewOrganisation);
const inviteDialog = lazyDialog(async () => (await import('./InviteDialog.tsx')).InviteDialog);

const placeholder = (
  <>
    <PageHeading title="Organisation" />
    <Skeleton className="h-64 w-full rounded-lg!" />
  </>
);

/** The member's organisation (ORG-02): its people for owners and managers, what it sees of them for learners. */
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
        <SeenCard organisation={organisation} />
        <EndCard organisation={organisation} />
      </div>
    </>
  );
}

function AsManager(organisation: Organisation) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHeading
        title={organisation.name}
        subtitle={summaryOf(organisation)}
        actions={
          <Button {...inviteDialog.near} onClick={() => setInviting(true)}>
            <Users size={18} />
            Invite People
          </Button>
        }
      />
      <div className="flex flex-col gap-6">
        <InvitationsCard organisation={organisation} />
        <PeoplePanel organisation={organisation} />
        <EndCard organisation={organisation} />
      </div>
      {isInviting ? <inviteDialog.Dialog organisation={organisation} onClose={() => setInviting(false)} /> : null}
    </>
  );
}
