import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useDeferredValue } from 'react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { ContinueCard } from '../library/ContinueCard.tsx';
import { newestResources } from './api.ts';
import { resourceCount } from './display.ts';
import { ResourceCardSkeletons, ResourceCards } from './ResourceCards.tsx';
import { WelcomeCard } from './WelcomeCard.tsx';

/** The first page of a member: a welcome and the newest resources. */
export function DashboardScreen() {
  usePage('Dashboard');
  return (
    <>
      {/* Continue stands beside the welcome where it is wide, below it elsewhere; without it the welcome is alone. */}
      <div className="grid grid-cols-1 gap-6 xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_21.5rem]">
        <WelcomeCard />
        <ContinueCard />
      </div>
      <section aria-labelledby="resources-heading" className="mt-10 lg:mt-12">
        <div className="mb-5 flex items-baseline justify-between gap-4">
          <h2 id="resources-heading">Resources</h2>
          <AppLink href={paths.browse()} className={textLinkClasses}>
            Browse Resources
            <ArrowRight size={16} />
          </AppLink>
        </div>
        <NewestResources />
      </section>
    </>
  );
}

function NewestResources() {
  const { data: found, isError, isFetching, refetch } = useQuery(newestResources);
  // Drawn in steps, between which the browser can answer.
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
        <AppLink href={paths.browse()} className={buttonClasses({ variant: 'outline' })}>
          Browse all {resourceCount(data.totalCount)}
          <ArrowRight size={16} />
        </AppLink>
      </p>
    </>
  );
}
