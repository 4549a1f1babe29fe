import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Suspense, useDeferredValue } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { counted } from '#contract/counted.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { newestResources } from '#web/catalogue/catalogue/api.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { CardPrice, ResourceCardSkeletons, ResourceCards } from '#web/catalogue/catalogue/ResourceCards.tsx';
import { type AccessMap, useAccess } from '#web/commerce/access/api.ts';
import { cardLabel } from '#web/commerce/access/display.ts';
import { RedeemButton } from '#web/commerce/promotions/RedeemButton.tsx';
import { currentUserQuery, useMember } from '#web/identity/accounts/api.ts';
import { unfinishedQuery, useDoneWord } from '#web/learning/library/api.ts';
import { useClock } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { BrandField } from '#web/ui/BrandField.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { CompactCard } from '#web/ui/CompactCard.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { useWords } from '#web/ui/words.ts';
import { dashboardQuery, idsOf } from './api.ts';
import { asksRole, hasToDo, isGreetedAsNew, newText, type Row, rowsOf, showsFirstSteps } from './display.ts';

const ContinueCard = lazyPart(async () => (await import('#web/learning/library/ContinueCard.tsx')).ContinueCard);
const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps);
const AssignedCard = lazyPart(async () => (await import('#web/learning/library/AssignedCard.tsx')).AssignedCard);
const RoleQuestion = lazyPart(async () => (await import('./RoleQuestion.tsx')).RoleQuestion);
const PlanCard = lazyPart(async () => (await import('./PlanCard.tsx')).PlanCard);

/**
 * Loads the code of the parts that this member's dashboard shows, so that the server can render them. Returns false
 * when the data of the dashboard or of the member are missing.
 */
export async function prepareParts(client: QueryClient): Promise<boolean> {
  const dashboard = client.getQueryData(dashboardQuery.queryKey);
  const member = client.getQueryData(currentUserQuery.queryKey);
  if (!dashboard || !member) return false;
  const { isNewcomer, assessment } = dashboard;
  const shown = [
    ...(hasToDo(dashboard) ? [AssignedCard] : []),
    ...(isNewcomer ? [] : [ContinueCard]),
    ...(isNewcomer && !assessment.resource ? [] : [PlanCard]),
    ...(showsFirstSteps(dashboard, member) ? [FirstSteps] : []),
    ...(asksRole(member) ? [RoleQuestion] : []),
  ];
  await Promise.all(shown.map((part) => part.preload?.()));
  return true;
}

/**
 * First screen of members: assigned learning, resources to continue, the plan, fitting resources, then all resources
 * (DASH-11 to DASH-16).
 */
export function DashboardScreen() {
  usePage('Dashboard');
  const { data: dashboard, isPending, isLoadingError, isFetching, refetch } = useQuery(dashboardQuery);
  const { data: newest } = useQuery(newestResources);
  const { data: unfinished } = useQuery(unfinishedQuery);
  const member = useMember();
  const { currency, tax } = usePortalConfig();
  const { roles } = useWords();
  const access = useAccess(newest && !isPending ? idsOf(dashboard, newest.items) : undefined);
  const begun = dashboard?.isNewcomer ? [] : (unfinished ?? []).map(({ resource }) => resource.id);
  return (
    <>
      <WelcomeCard dashboard={dashboard} />
      {dashboard?.assigned && hasToDo(dashboard) ? (
        <Suspense fallback={<Skeleton className="mt-6 min-h-48 rounded-lg!" />}>
          <AssignedCard assigned={dashboard.assigned} className="mt-6" />
        </Suspense>
      ) : null}
      <OwnWork dashboard={dashboard} />
      {isLoadingError ? (
        <LoadErrorLine query={{ isFetching, refetch }} className="mt-6">
          Your recommendations could not be loaded.
        </LoadErrorLine>
      ) : null}
      {rowsOf({ dashboard, begun, member, currency, tax, roles }).map((row) => (
        <DashboardRow key={row.key} row={row} access={access} />
      ))}
      <section aria-labelledby="resources-heading" className="mt-10">
        <div className="mb-4">
          <h2 id="resources-heading" tabIndex={-1}>
            All resources
          </h2>
          <NewNote newest={newest?.items ?? []} lastVisitAt={dashboard?.lastVisitAt ?? null} />
        </div>
        <NewestResources access={access} />
      </section>
    </>
  );
}

/** Continue, the plan, the first steps and the question about role and goal (DASH-12 to DASH-15). */
function OwnWork({ dashboard }: { dashboard: Dashboard | undefined }) {
  const member = useMember();
  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:gap-6 xl:has-[>:nth-child(2)]:grid-cols-2 xl:[&>:nth-child(2)]:row-span-2">
      {dashboard?.isNewcomer ? null : (
        <Suspense fallback={<Skeleton className="min-h-48 rounded-lg!" />}>
          <ContinueCard />
        </Suspense>
      )}
      {dashboard && !(dashboard.isNewcomer && !dashboard.assessment.resource) ? (
        <Suspense fallback={<Skeleton className="min-h-48 rounded-lg!" />}>
          <PlanCard own={dashboard.assessment} />
        </Suspense>
      ) : null}
      {dashboard && showsFirstSteps(dashboard, member) ? (
        <Suspense fallback={<Skeleton className="min-h-80 rounded-lg!" />}>
          <FirstSteps dashboard={dashboard} />
        </Suspense>
      ) : null}
      {dashboard && asksRole(member) ? (
        <Suspense fallback={<Skeleton className="min-h-96 rounded-lg!" />}>
          <RoleQuestion />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Number of listed resources that are new since the member's last visit (DASH-13). */
function NewNote({ newest, lastVisitAt }: { newest: readonly ResourceSummary[]; lastVisitAt: string | null }) {
  const { timeZone } = useClock();
  const text = newText(newest, lastVisitAt, timeZone);
  return text && <p className="text-sm text-muted-foreground">{text}</p>;
}

function NewestResources({ access }: { access: AccessMap }) {
  const { data: found, isLoadingError, isFetching, refetch } = useQuery(newestResources);
  // Deferred, so that the cards render in steps and the browser stays responsive.
  const data = useDeferredValue(found);
  if (isLoadingError) {
    return (
      <LoadError
        title="Failed to fetch resources"
        description="The catalogue did not answer. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <>
        <p role="status" className="sr-only">
          Loading resources
        </p>
        <ResourceCardSkeletons className="card-rail max-sm:flex!" />
      </>
    );
  }
  if (data.items.length === 0) {
    return <EmptyState title="No resources available" description="New resources appear here once published." />;
  }
  return (
    <>
      <ResourceCards resources={data.items} access={access} offersPurchase className="card-rail max-sm:flex!" />
      <p className="mt-4 flex justify-center">
        <Link to="/browse" className={buttonClasses({ variant: 'outline' })}>
          Browse all {counted(data.totalCount, 'resource')}
          <ArrowRight size={16} />
        </Link>
      </p>
    </>
  );
}

/** Greeting (DASH-01), on one line of a wide screen. */
function WelcomeCard({ dashboard }: { dashboard: Dashboard | undefined }) {
  const member = useMember();
  const { now } = useClock();
  const heading = useHeadingFocus('dashboard');
  const isNew = dashboard !== undefined && isGreetedAsNew(dashboard, member, now);
  return (
    <BrandField actions={<RedeemButton />}>
      <h1 ref={heading} tabIndex={-1}>
        {isNew ? 'Welcome' : 'Welcome back'}, <span translate="no">{member.firstName}</span>
      </h1>
    </BrandField>
  );
}

/** One row of the dashboard; on phones it scrolls sideways (DASH-11). */
function DashboardRow({ row, access }: { row: Row; access: AccessMap }) {
  return (
    <section aria-labelledby={row.key} className="mt-10">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id={row.key} tabIndex={-1}>
            {row.title}
          </h2>
          <p className="text-sm text-muted-foreground">
            {row.note}
            {row.key === 'role' ? (
              <Link to="/profile" className={`${textLinkClasses} ml-2`}>
                Change
              </Link>
            ) : null}
          </p>
        </div>
        <Link to="/browse" search={row.link.search} className={textLinkClasses}>
          {row.link.words}
          <ArrowRight size={16} />
        </Link>
      </div>
      <ul className="card-grid card-rail gap-4! max-sm:flex!">
        {row.resources.map((resource) => (
          <RowCard key={resource.id} resource={resource} access={access} />
        ))}
      </ul>
    </section>
  );
}

function RowCard({ resource, access }: { resource: ResourceSummary; access: AccessMap }) {
  return (
    <CompactCard
      doneWord={useDoneWord(resource)}
      id={resource.id}
      type={resource.type}
      typeName={typeNames[resource.type]}
      principles={resource.rappPrinciples}
      imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
      durationMinutes={resource.estimatedDuration}
      title={resource.title}
      accessLabel={cardLabel(resource.accessType, access.of(resource.id))}
      price={<CardPrice resource={resource} />}
      link={linkTo({ to: '/resource/$id', params: { id: String(resource.id) } })}
    />
  );
}
