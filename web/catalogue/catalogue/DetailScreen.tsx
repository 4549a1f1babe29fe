import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Pencil } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect } from 'react';
import type { PathOutline, Resource } from '#contract/catalogue/catalogue.ts';
import { accessQuery, onlineProductQuery } from '#web/commerce/access/api.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { ownAssignmentQuery } from '#web/learning/learning/api.ts';
import { progressQuery } from '#web/learning/library/api.ts';
import { NextStepSlot, OutlineSlot, PathSlot } from '#web/learning/paths/PathSlots.tsx';
import { isNotFound } from '#web/platform/errors.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { EmptyArt } from '#web/ui/ShapeArt.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { AccessBox } from './AccessBox.tsx';
import { Contents } from './AccessFacts.tsx';
import { Applicability } from './Applicability.tsx';
import { refreshAfterPayment, relatedResources, resourceQuery } from './api.ts';
import { BundleParts } from './BundleParts.tsx';
import { DescriptionLines, DescriptionPoints } from './DescriptionLines.tsx';
import { DetailHead } from './DetailHead.tsx';
import { type DetailTab, detailSearch, linesOf, resourceIdOf } from './display.ts';
import { Included } from './Included.tsx';
import { PreviewBanner, useIsPreview } from './PreviewBanner.tsx';
import { ResourceCards } from './ResourceCards.tsx';
import { ResourcePictures } from './ResourcePictures.tsx';
import { resourceTrail } from './resource-page.ts';
import { SamplePages } from './SamplePages.tsx';
import { VideoPanel } from './VideoPanel.tsx';

export function DetailScreen() {
  const id = resourceIdOf(useParams({ from: '/members/shell/resource/$id' }).id);
  return id === null ? <UnknownResource /> : <ResourceDetail id={id} key={id} />;
}

function ResourceDetail({ id }: { id: number }) {
  useRefreshAfterPayment(id);
  const query = useQuery(resourceQuery(id));
  // Deferred, so that the page renders in steps and the browser stays responsive.
  const data = useDeferredValue(query.data);
  return (
    <Loaded
      // A failed refresh hides the data, because they may be from before a payment.
      query={{ ...query, data: query.error ? undefined : data, isPending: !query.error }}
      skeleton={<LoadingResource />}
      instead={(error) => isNotFound(error) && <UnknownResource />}
      headingLevel={1}
      failure="Failed to fetch the resource"
      safe="The catalogue did not answer. Check your connection, then try again."
    >
      {(resource) => <LoadedResource resource={resource} />}
    </Loaded>
  );
}

/** With refresh=true in the URL, fetches purchases, resources and access again, and removes it (DETAIL-01). */
function useRefreshAfterPayment(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isAsked = useSearch({ from: '/members/shell/resource/$id' }).refresh === 'true';
  // The payment screens add `refresh` to the URL, which is outside React.
  useEffect(() => {
    if (!isAsked) return;
    // A failed query shows its own error.
    void refreshAfterPayment(client, id).catch(() => undefined);
    void navigate({ to: '/resource/$id', params: { id: String(id) }, state: true, replace: true, resetScroll: false });
  }, [isAsked, id, client, navigate]);
}

function LoadingResource() {
  usePage('Resource', resourceTrail);
  return <DetailSkeleton />;
}

function LoadedResource({ resource }: { resource: Resource }) {
  const navigate = useNavigate();
  const isPreview = useIsPreview();
  const { role } = useMember();
  const isPath = resource.type === 'path';
  usePage(resource.title, resourceTrail);
  return (
    <>
      {isPreview ? <PreviewBanner isPublished={resource.isPublished} /> : null}
      <div className="mb-4">
        <TextButton onClick={() => void navigate({ to: '/' })}>
          <ArrowLeft size={16} />
          Back to Resources
        </TextButton>
      </div>
      <DetailHead resource={resource} actions={role === 'administrator' ? <EditLink id={resource.id} /> : null} />
      {isPreview || isPath ? null : <AssignedNote resourceId={resource.id} />}
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr]">
        {isPath && !isPreview ? <FirstOfPath id={resource.id} /> : null}
        <div className="self-start max-lg:mb-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <AccessBox resource={resource} />
        </div>
        <div className="flex min-w-0 flex-col gap-10 lg:col-start-1">
          <Included resource={resource} />
          {resource.bundle ? (
            <BundleParts bundle={resource.bundle} price={resource.price} isPreview={isPreview} />
          ) : null}
          {resource.outline ? <Steps id={resource.id} outline={resource.outline} isPreview={isPreview} /> : null}
          <DetailTabs resource={resource} />
          {resource.metadata.slideshowImages.length > 0 ? <ResourcePictures resource={resource} /> : null}
          <SamplePages resource={resource} />
          <Contents resource={resource} />
        </div>
      </div>
      <RelatedResources id={resource.id} />
    </>
  );
}

/** Next step of a path and its assignment, first below the head, also on phones (PATH-02). */
function FirstOfPath({ id }: { id: number }) {
  const { data: access } = useQuery(accessQuery(id));
  return (
    <div className="min-w-0 lg:col-start-1 lg:row-start-1">
      {access?.hasAccess ? <NextStepSlot resourceId={id} /> : null}
      <AssignedNote resourceId={id} />
    </div>
  );
}

/** Steps of a learning path: with the member's progress, in a preview without. */
function Steps({ id, outline, isPreview }: { id: number; outline: PathOutline; isPreview: boolean }) {
  if (!isPreview) return <PathSlot resourceId={id} />;
  return (
    <OutlineSlot
      sections={outline.sections}
      linkOf={(resource) => linkTo({ to: '/resource/$id', params: { id: String(resource.id) } })}
    />
  );
}

function EditLink({ id }: { id: number }) {
  return (
    <Link
      to="/admin-dashboard/resources/$id/edit"
      params={{ id: String(id) }}
      className={buttonClasses({ variant: 'outline', size: 'small' })}
    >
      <Pencil size={16} />
      Edit
    </Link>
  );
}

function UnknownResource() {
  const navigate = useNavigate();
  const heading = useHeadingFocus('unknown resource');
  usePage('Not found', resourceTrail);
  return (
    <Card className="flex flex-col items-center gap-2 py-12! text-center">
      <EmptyArt className="mb-3" />
      <h1 ref={heading} tabIndex={-1}>
        Resource Not Found
      </h1>
      <p className="max-w-104 text-muted-foreground">
        The resource you're looking for doesn't exist or has been removed.
      </p>
      <Button className="mt-4" onClick={() => void navigate({ to: '/' })}>
        Go to Dashboard
      </Button>
    </Card>
  );
}

/** Placeholder with the layout of the page (DETAIL-02). */
function DetailSkeleton() {
  return (
    <div data-testid="skeleton">
      <p role="status" className="sr-only">
        Loading the resource
      </p>
      <Skeleton className="mb-5 h-4 w-36" />
      <div className="mb-8 flex items-center gap-4 lg:gap-6">
        <Skeleton className="h-20 w-20 flex-none rounded-lg!" />
        <div className="min-w-0 flex-1">
          <Skeleton className="mb-3 h-4 w-28" />
          <Skeleton className="h-9 w-[min(30rem,90%)]" />
        </div>
      </div>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <Skeleton className="h-96 w-full rounded-lg!" />
        <Skeleton className="h-64 w-full rounded-lg!" />
      </div>
    </div>
  );
}

/** Up to three others of the same type (DETAIL-13); renders nothing when there are none. */
function RelatedResources({ id }: { id: number }) {
  const { data } = useQuery(relatedResources(id));
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="related-heading" className="mt-14 print:hidden">
      <h2 id="related-heading" className="mb-5">
        Related Resources
      </h2>
      <ResourceCards resources={data} className="card-rail max-sm:flex!" />
    </section>
  );
}

const AssignmentNote = lazyPart(async () => (await import('#web/learning/learning/AssignmentNote.tsx')).AssignmentNote);

/**
 * Note about an organisation's assignment of the resource to the member; renders nothing when there is none (LEARN-02).
 */
function AssignedNote({ resourceId }: { resourceId: number }) {
  const { data: progress } = useQuery(progressQuery(resourceId));
  const state = progress ? `${progress.completionPercentage} ${progress.isFinished}` : '';
  const { data } = useQuery({ ...ownAssignmentQuery(resourceId, state), placeholderData: keepPreviousData });
  const assignment = data?.[0];
  if (!assignment) return null;
  return (
    <Suspense fallback={null}>
      <AssignmentNote assignment={assignment} isFinished={progress?.isFinished ?? false} />
    </Suspense>
  );
}

const tabs: { value: DetailTab; label: string }[] = [
  { value: 'description', label: 'DESCRIPTION' },
  { value: 'applicability', label: 'APPLICABILITY' },
  { value: 'video', label: 'INSTRUCTIONAL VIDEO' },
];

/** Details of a resource in three tabs (DETAIL-09); in two for a path whose whole description is in the head. */
function DetailTabs({ resource }: { resource: Resource }) {
  const [state, change] = usePageState(detailSearch);
  // The head of a path has the first line of its description.
  const isInHead = resource.type === 'path' && linesOf(resource.description).length <= 1;
  const shown = isInHead ? tabs.filter(({ value }) => value !== 'description') : tabs;
  return (
    <Tabs
      label="About this resource"
      tabs={shown}
      value={isInHead && state.tab === 'description' ? 'applicability' : state.tab}
      onValueChange={(value) =>
        change({ ...state, tab: detailSearch.parameters.tab([value]) }, { replace: true, keepScroll: true })
      }
      className="tabs-fit min-w-0"
    >
      <TabPanel value="description" className="max-w-168 pt-6">
        <DescriptionPanel resource={resource} />
      </TabPanel>
      <TabPanel value="applicability" className="max-w-168 pt-6">
        <Applicability resource={resource} />
      </TabPanel>
      <TabPanel value="video" className="pt-6">
        <VideoPanel resource={resource} />
      </TabPanel>
    </Tabs>
  );
}

/** Description of the tool for online tools, then the resource's own lines (DETAIL-10). */
function DescriptionPanel({ resource }: { resource: Resource }) {
  const productId = resource.type === 'online_tool' ? resource.onlineProductId : null;
  const { data: product } = useQuery({ ...onlineProductQuery(productId ?? 0), enabled: productId !== null });
  const about = linesOf(product?.description ?? '');
  const lines = linesOf(resource.description);
  if (about.length === 0 && lines.length === 0) return <p>No description available.</p>;
  return (
    <div className="flex flex-col gap-8">
      {about.length > 0 ? (
        <section>
          <h2 className="mb-2">About This Tool</h2>
          {about.map((line) => (
            <p key={line} className="mt-2 first-of-type:mt-0">
              {line}
            </p>
          ))}
        </section>
      ) : null}
      {lines.length > 0 ? (
        <section>
          <h2 className="mb-2">Additional Information</h2>
          {resource.type === 'path' ? (
            <DescriptionPoints points={lines.slice(1)} />
          ) : (
            <DescriptionLines lines={lines} />
          )}
        </section>
      ) : null}
    </div>
  );
}
