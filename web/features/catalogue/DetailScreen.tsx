import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import type { Resource } from '#contract/catalogue.ts';
import { paths } from '../../paths.ts';
import { isNotFound } from '../../platform/errors.ts';
import { useGo, usePathPart, useSearchParameters } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeading, useHeadingFocus } from '../../ui/PageHeading.tsx';
import { EmptyArt } from '../../ui/ShapeArt.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { AccessBox } from './AccessBox.tsx';
import { refreshAfterPayment, resourceQuery } from './api.ts';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { DetailTabs } from './DetailTabs.tsx';
import { resourceIdOf, typeNames } from './display.ts';
import { PreviewBanner } from './PreviewBanner.tsx';
import { RelatedResources } from './RelatedResources.tsx';
import { ResourcePictures } from './ResourcePictures.tsx';
import { useIsPreview } from './use-preview.ts';

const trail = [{ label: 'Browse Resources', href: paths.browse() }];

/** One resource: what it is, what it costs, and the way in. */
export function DetailScreen() {
  const id = resourceIdOf(usePathPart('id'));
  return id === null ? <UnknownResource /> : <ResourceDetail id={id} key={id} />;
}

function ResourceDetail({ id }: { id: number }) {
  useRefreshAfterPayment(id);
  const { data: found, error, isFetching, refetch } = useQuery(resourceQuery(id));
  // Drawn in steps, between which the browser can answer.
  const data = useDeferredValue(found);
  if (isNotFound(error)) return <UnknownResource />;
  if (error) {
    return (
      <LoadError
        title="Failed to fetch the resource"
        description="The catalogue did not answer. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return data ? <LoadedResource resource={data} /> : <LoadingResource />;
}

/** With refresh=true in the address, everything a payment changes is asked for again and the mark is removed. */
function useRefreshAfterPayment(id: number) {
  const client = useQueryClient();
  const go = useGo();
  const isAsked = useSearchParameters().refresh === 'true';
  // The address is outside React: whoever leads here after a payment marks it.
  useEffect(() => {
    if (!isAsked) return;
    // What cannot be fetched again says so where it is shown.
    void refreshAfterPayment(client).catch(() => undefined);
    void go(paths.resource(id), { replace: true, keepScroll: true });
  }, [isAsked, id, client, go]);
}

function LoadingResource() {
  usePage('Resource', trail);
  return <DetailSkeleton />;
}

function LoadedResource({ resource }: { resource: Resource }) {
  const go = useGo();
  const isPreview = useIsPreview();
  usePage(resource.title, trail);
  return (
    <>
      {isPreview ? <PreviewBanner isPublished={resource.isPublished} /> : null}
      <TextButton className="mb-4" onClick={() => void go(paths.dashboard())}>
        <ArrowLeft size={16} />
        Back to Resources
      </TextButton>
      <PageHeading
        title={resource.title}
        above={<TypeChip type={resource.type} name={typeNames[resource.type]} />}
        className="mb-6! [&>div>div]:mb-1.5"
      />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr] lg:gap-y-8">
        <ResourcePictures resource={resource} />
        <div className="self-start lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <AccessBox resource={resource} />
        </div>
        <DetailTabs resource={resource} />
      </div>
      <RelatedResources id={resource.id} />
    </>
  );
}

function UnknownResource() {
  const go = useGo();
  const heading = useHeadingFocus('unknown resource');
  usePage('Not found', trail);
  return (
    <Card className="flex flex-col items-center gap-2 py-12! text-center">
      <EmptyArt className="mb-3" />
      <h1 ref={heading} tabIndex={-1}>
        Resource Not Found
      </h1>
      <p className="max-w-104 text-muted-foreground">
        The resource you're looking for doesn't exist or has been removed.
      </p>
      <Button className="mt-4" onClick={() => void go(paths.dashboard())}>
        Go to Dashboard
      </Button>
    </Card>
  );
}
