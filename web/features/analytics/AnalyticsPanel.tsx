import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AccessMix } from './AccessMix.tsx';
import { overviewQuery } from './api.ts';
import { Coverage } from './Coverage.tsx';
import { OverviewCounts } from './OverviewCounts.tsx';
import { TypeBars } from './TypeBars.tsx';

/** The administrator's Analytics tab (ADM-04). */
export function AnalyticsPanel() {
  const { data, isPending, isFetching, refetch } = useQuery(overviewQuery);
  if (isPending) return <LoadingPanel />;
  if (!data) {
    return (
      <LoadError
        title="Failed to fetch the analytics"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <OverviewCounts overview={data} />
      <div className="grid gap-4 lg:grid-cols-12 lg:gap-6">
        <TypeBars overview={data} className="lg:col-span-7" />
        <AccessMix overview={data} className="lg:col-span-5" />
        <Coverage overview={data} className="lg:col-span-12" />
      </div>
    </div>
  );
}

function LoadingPanel() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <span className="sr-only">Loading the analytics</span>
      <Skeleton className="h-32 w-full" />
      <Card>
        <Skeleton className="h-64 w-full" />
      </Card>
    </div>
  );
}
