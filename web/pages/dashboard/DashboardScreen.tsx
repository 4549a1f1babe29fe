import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Suspense, useDeferredValue } from 'react';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { newestResources } from '../../catalogue/catalogue/api.ts';
import { resourceCount, typeNames } from '../../catalogue/catalogue/display.ts';
import { CardPrice, ResourceCardSkeletons, ResourceCards } from '../../catalogue/catalogue/ResourceCards.tsx';
import { type AccessMap, useAccess } from '../../commerce/access/api.ts';
import { cardLabel } from '../../commerce/access/display.ts';
import { RedeemButton } from '../../commerce/promotions/RedeemButton.tsx';
import { currentUserQuery, useMember } from '../../identity/accounts/api.ts';
import { lengthText } from '../../learning/assessment/length-display.ts';
import { useClock } from '../../platform/clock.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { linkTo } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { lazyPart } from '../../platform/screen.ts';
import { BrandField } from '../../ui/BrandField.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { CompactCard } from '../../ui/CompactCard.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextButton, textLinkClasses } from '../../ui/TextLink.tsx';
import { useWords } from '../../ui/words.ts';
import { dashboardQuery, idsOf } from './api.ts';
import { asksRole, type Row, rowsOf, showsFirstSteps } from './display.ts';

const ContinueCard = lazyPart(async () => (await import('../../learning/library/ContinueCard.tsx')).ContinueCard);
const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps);
const AssessmentButton = lazyPart(
  async () => (await import('../../learning/assessment/AssessmentButton.tsx')).AssessmentButton,
);
const RoleQuestion = lazyPart(async () => (await import('./RoleQuestion.tsx')).RoleQuestion);
const PlanCard = lazyPart(async () => (await import('./PlanCard.tsx')).PlanCard);

/** Loads the code of the parts that this member's dashboard shows, so that it can be drawn whole; false without its data. */
export async function prepareParts(client: QueryClient): Promise<boolean> {
  const dashboard = client.getQueryData(dashboardQuery.queryKey);
  const member = client.getQueryData(currentUserQuery.queryKey);
  if (!dashboard || !member) return false;
  const { isNewcomer, assessment } = dashboard;
  const shown = [
    ...(isNewcomer ? [] : [ContinueCard, PlanCard]),
    ...(isNewcomer && assessment.resource ? [AssessmentButton] : []),
    ...(showsFirstSteps(dashboard, member) ? [FirstSteps] : []),
    ...(asksRole(member) ? [RoleQuestion] : []),
  ];
  await Promise.all(shown.map((part) => part.preload?.()));
  return true;
}

/** What a member sees first: where to go on, what fits, what is new, then all resources (DASH-11 to DASH-15). */
export function DashboardScreen() {
  usePage('Dashboard');
  const { data: dashboard, isPending, isError, isFetching, refetch } = useQuery(dashboardQuery);
  const { data: newest } = useQuery(newestResources);
  const member = useMember();
  const { currency, tax } = usePortalConfig();
  const { roles } = useWords();
  const clock = useClock();
  const access = useAccess(newest && !isPending ? idsOf(dashboard, newest.items) : undefined);
  return (
    <>
      <div className="grid grid-cols-1 gap-6 xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_21.5rem]">
        <WelcomeCard dashboard={dashboard} />
        {dashboard && showsFirstSteps(dashboard, member) ? (
          <Suspense fallback={<Skeleton className="min-h-80 rounded-lg!" />}>
            <FirstSteps dashboard={dashboard} />
          </Suspense>
        ) : null}
      </div>
      {dashboard?.isNewcomer ? null : (
        <div className="mt-6 grid grid-cols-1 gap-6 xl:has-[>:nth-child(2)]:grid-cols-2">
          <Suspense fallback={<Skeleton className="min-h-48 rounded-lg!" />}>
            <ContinueCard />
          </Suspense>
          {dashboard ? (
            <Suspense fallback={<Skeleton className="min-h-96 rounded-lg!" />}>
              <PlanCard own={dashboard.assessment} />
            </Suspense>
          ) : null}
        </div>
      )}
      {dashboard && asksRole(member) ? (
        <Suspense fallback={<Skeleton className="mt-6 min-h-96 rounded-lg!" />}>
          <RoleQuestion />
        </Suspense>
      ) : null}
      {isError ? (
        <p role="alert" className="mt-6 text-sm">
          Your recommendations could not be loaded.{' '}
          {isFetching ? null : <TextButton onClick={() => void refetch()}>Try again</TextButton>}
        </p>
      ) : null}
      {rowsOf({ dashboard, newest: newest?.items ?? [], member, currency, tax, roles, ...clock }).map((row) => (
        <DashboardRow key={row.key} row={row} access={access} />
      ))}
      <section aria-labelledby="resources-heading" className="mt-10 lg:mt-12">
        <h2 id="resources-heading" className="mb-5">
          All resources
        </h2>
        <NewestResources access={access} />
      </section>
    </>
  );
}

function NewestResources({ access }: { access: AccessMap }) {
  const { data: found, isError, isFetching, refetch } = useQuery(newestResources);
  // Drawn in steps, so that the browser stays responsive.
  const data = useDeferredValue(found);
  if (isError) {
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
        <ResourceCardSkeletons />
      </>
    );
  }
  if (data.items.length === 0) {
    return <EmptyState title="No resources available" description="New resources appear here once published." />;
  }
  return (
    <>
      <ResourceCards resources={data.items} access={access} offersPurchase />
      <p className="mt-8 flex justify-center">
        <Link to="/browse" className={buttonClasses({ variant: 'outline' })}>
          Browse all {resourceCount(data.totalCount)}
          <ArrowRight size={16} />
        </Link>
      </p>
    </>
  );
}

/** The greeting (DASH-01): newcomers start with the assessment. */
function WelcomeCard({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { firstName } = useMember();
  const heading = useHeadingFocus('dashboard');
  const tool = dashboard?.isNewcomer ? dashboard.assessment.resource : null;
  return (
    <BrandField
      className={dashboard?.isNewcomer ? undefined : 'min-h-0!'}
      actions={
        <>
          {tool ? (
            <Suspense fallback={<span className="h-11" />}>
              <AssessmentButton tool={tool} variant="brand" />
            </Suspense>
          ) : null}
          <RedeemButton />
        </>
      }
    >
      <h1 ref={heading} tabIndex={-1}>
        {dashboard?.isNewcomer ? 'Welcome' : 'Welcome back'}, {firstName}
      </h1>
      <p>
        {tool
          ? `Find out how ready your organisation is for AI, and what to do next. ${lengthText}.`
          : 'Tools, templates and reading for each stage of responsible adoption.'}
      </p>
    </BrandField>
  );
}

/** One row of the dashboard; on phones it scrolls inside itself (DASH-11). */
function DashboardRow({ row, access }: { row: Row; access: AccessMap }) {
  return (
    <section aria-labelledby={row.key} className="mt-10 lg:mt-12">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
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
      <ul className="card-grid gap-4! max-sm:-mx-4 max-sm:flex! max-sm:snap-x max-sm:scroll-pl-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 max-sm:scrollbar-none max-sm:*:w-78 max-sm:*:flex-none max-sm:*:snap-start">
        {row.resources.map((resource) => (
          <CompactCard
            key={resource.id}
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
        ))}
      </ul>
    </section>
  );
}
