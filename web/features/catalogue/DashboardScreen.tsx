import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useDeferredValue } from 'react';
import { usePage } from '../../platform/page.ts';
import { BrandField } from '../../ui/BrandField.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { PrincipleMark, rappPrincipleOrder } from '../../ui/PrincipleMark.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { useWords } from '../../ui/words.ts';
import { useMember } from '../accounts/api.ts';
import { ContinueCard } from '../library/ContinueCard.tsx';
import { RedeemButton } from '../promotions/RedeemButton.tsx';
import { newestResources } from './api.ts';
import { resourceCount } from './display.ts';
import { ResourceCardSkeletons, ResourceCards } from './ResourceCards.tsx';

/** The dashboard: a welcome and the newest resources. */
export function DashboardScreen() {
  usePage('Dashboard');
  return (
    <>
      {/* "Continue" is beside the welcome on wide screens and below it on others. */}
      <div className="grid grid-cols-1 gap-6 xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_21.5rem]">
        <WelcomeCard />
        <ContinueCard />
      </div>
      <section aria-labelledby="resources-heading" className="mt-10 lg:mt-12">
        <div className="mb-5 flex items-baseline justify-between gap-4">
          <h2 id="resources-heading">Resources</h2>
          <Link to="/browse" className={textLinkClasses}>
            Browse Resources
            <ArrowRight size={16} />
          </Link>
        </div>
        <NewestResources />
      </section>
    </>
  );
}

function NewestResources() {
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
      <ResourceCards resources={data.items} offersPurchase />
      <p className="mt-8 flex justify-center">
        <Link to="/browse" className={buttonClasses({ variant: 'outline' })}>
          Browse all {resourceCount(data.totalCount)}
          <ArrowRight size={16} />
        </Link>
      </p>
    </>
  );
}

/** The greeting with four ways into the catalogue (DASH-01). */
function WelcomeCard() {
  const { firstName } = useMember();
  const { principles } = useWords();
  const heading = useHeadingFocus('dashboard');
  return (
    <BrandField
      actions={
        <>
          <ul className="grid w-full grid-cols-[repeat(auto-fit,minmax(9.25rem,1fr))] gap-2 sm:flex sm:flex-wrap sm:gap-3">
            {rappPrincipleOrder.map((principle) => (
              <li key={principle}>
                <Link
                  to="/browse"
                  search={{ rappPrinciples: [principle] }}
                  className={buttonClasses({ variant: 'on-brand', isBlock: true, className: 'max-sm:px-1!' })}
                >
                  <PrincipleMark principle={principle} tone="art" size={14} />
                  {principles[principle].name}
                </Link>
              </li>
            ))}
          </ul>
          <RedeemButton />
        </>
      }
    >
      <h1 ref={heading} tabIndex={-1}>
        Welcome back, {firstName}
      </h1>
      <p>Tools, templates and reading for each stage of responsible adoption. Start from a principle:</p>
    </BrandField>
  );
}
