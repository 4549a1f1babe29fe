import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BadgeCheck, Mail } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { User } from '#contract/identity/accounts-admin.ts';
import { memberPayments, memberPurchases } from '#web/commerce/access/admin/api.ts';
import { memberSearch } from '#web/commerce/access/admin/display.ts';
import { longDate } from '#web/dates.ts';
import { AdminOnly } from '#web/identity/accounts/AdminOnly.tsx';
import { userQuery } from '#web/identity/accounts/admin/api.ts';
import { fullName } from '#web/identity/accounts/display.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const trail = [
  { label: 'Admin Dashboard', link: linkTo({ to: '/admin-dashboard' }) },
  { label: 'Users', link: linkTo({ to: '/admin-dashboard', search: { tab: 'users' } }) },
];

/** A member for administrators: access and its reasons, payments, and actions (ADM-USER-18). */
export function MemberScreen() {
  return (
    <AdminOnly>
      <LoadedMember />
    </AdminOnly>
  );
}

function LoadedMember() {
  const { id } = useParams({ from: '/members/shell/admin-dashboard/members/$id' });
  return (
    <Loaded
      query={useQuery(userQuery(Number(id)))}
      skeleton={<LoadingMember />}
      failure="The member did not load"
      safe="The account may have been deleted. Nothing was changed."
    >
      {(user) => <Member user={user} />}
    </Loaded>
  );
}

function LoadingMember() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading the member</span>
      <Skeleton className="h-16 w-80 max-w-full" />
      <Skeleton className="h-96 w-full rounded-lg!" />
    </div>
  );
}

function Member({ user }: { user: User }) {
  const name = fullName(user);
  usePage(name, trail);
  return (
    <>
      <Head user={user} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <MemberTabs user={user} />
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
          <Aside user={user} />
        </Suspense>
      </div>
    </>
  );
}

function Head({ user }: { user: User }) {
  const [isEditing, edit] = useState(false);
  const { email, organization, emailVerified, createdAt } = user;
  return (
    <>
      <div className="mb-5 flex gap-5 max-sm:flex-col">
        <span aria-hidden="true">
          <Avatar name={fullName(user)} size="large" />
        </span>
        <PageHeading
          title={fullName(user)}
          className="mb-0! flex-1"
          subtitle={
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
              <span translate="no" className="wrap-anywhere">
                {email}
              </span>
              <span className="inline-flex items-center gap-1.5">
                {emailVerified ? <BadgeCheck size={16} /> : null}
                {emailVerified ? 'Verified' : 'Not verified'}
              </span>
              {organization ? <span>{organization}</span> : null}
              <span>Member since {longDate(createdAt)}</span>
            </span>
          }
          actions={
            <>
              <Button {...userDialog.near} variant="outline" onClick={() => edit(true)}>
                Edit
              </Button>
              <a href={`mailto:${email}`} className={buttonClasses({ variant: 'outline' })}>
                <Mail size={18} />
                Send email
              </a>
            </>
          }
        />
      </div>
      {isEditing ? <userDialog.Dialog user={user} onClose={() => edit(false)} /> : null}
    </>
  );
}

const userDialog = lazyDialog(async () => (await import('#web/identity/accounts/admin/UserDialog.tsx')).UserDialog);
const Aside = lazyPart(async () => (await import('./MemberAside.tsx')).MemberAside);
// The code of a tab is loaded when the tab is opened.
const panels = {
  access: lazyPart(async () => (await import('./MemberPanels.tsx')).AccessPanel),
  purchases: lazyPart(async () => (await import('./MemberPanels.tsx')).PurchasesPanel),
  subscription: lazyPart(async () => (await import('./MemberPanels.tsx')).SubscriptionPanel),
  payments: lazyPart(async () => (await import('#web/commerce/access/admin/PaymentsPart.tsx')).PaymentsPart),
  audit: lazyPart(async () => (await import('./MemberAudit.tsx')).MemberAudit),
};

const tabNames = {
  access: 'Access',
  purchases: 'Purchases',
  subscription: 'Subscription',
  payments: 'Payments',
  audit: 'Audit',
} as const;

function MemberTabs({ user }: { user: User }) {
  const { id } = user;
  const [state, change] = usePageState(memberSearch);
  const { data: purchases } = useQuery(memberPurchases(id));
  const { data: payments } = useQuery(memberPayments(id));
  const Panel = panels[state.tab];
  const counts = { purchases: purchases?.length, payments: payments?.transactions.length };
  const tabs = keysOf(tabNames).map((value) => {
    const count = value === 'purchases' || value === 'payments' ? counts[value] : undefined;
    return { value, label: tabNames[value], ...(count !== undefined && { count }) };
  });
  return (
    <Tabs
      label="Member"
      tabs={tabs}
      value={state.tab}
      onValueChange={(next) =>
        change({ ...state, tab: keysOf(tabNames).find((one) => one === next) ?? 'access' }, { keepScroll: true })
      }
      className="min-w-0"
    >
      <TabPanel value={state.tab} className="mt-6 flex flex-col gap-6">
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
          <Panel user={user} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

// Safe because the keys of a record are those of its type.
const keysOf = <Key extends string>(names: Readonly<Record<Key, unknown>>) => Object.keys(names) as Key[];
