import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, Download } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { downloadText } from '#web/catalogue/catalogue/detail-display.ts';
import { resourceIdOf } from '#web/catalogue/catalogue/display.ts';
import { useDownload } from '#web/catalogue/catalogue/download-api.ts';
import { accessQuery } from '#web/commerce/access/api.ts';
import { isNotFound } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { SkipLink } from '#web/ui/AppShell.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { progressQuery } from '../api.ts';
import { NoAccessPanel, NothingToReadPanel, UnknownPanel, ViewerSkeleton } from './ViewerStates.tsx';

const PdfViewer = lazyPart(async () => (await import('./PdfViewer.tsx')).PdfViewer);

/** Screen on which a resource's PDF file is read; the reading position is saved. */
export function ViewerScreen() {
  const id = resourceIdOf(useParams({ from: '/members/resource/$id/read' }).id);
  return id === null ? <UnknownFile /> : <OpenedViewer key={id} id={id} />;
}

function OpenedViewer({ id }: { id: number }) {
  const resource = useQuery(resourceQuery(id));
  const access = useQuery(accessQuery(id));
  // Without progress, reading begins at the first page.
  const progress = useQuery(progressQuery(id));
  const [attempt, setAttempt] = useState(0);
  if (isNotFound(resource.error)) return <UnknownFile />;
  if (resource.isLoadingError || access.isLoadingError) {
    const retry = () => void Promise.all([resource.refetch(), access.refetch()]);
    return <FailedFile isBusy={resource.isFetching || access.isFetching} onRetry={retry} />;
  }
  if (!resource.data || !access.data || progress.isPending)
    return (
      <Frame title="Resource">
        <ViewerSkeleton />
      </Frame>
    );
  const keptPage = progress.data?.readingPositions.find(({ unit }) => unit === 'page')?.position ?? null;
  if (!access.data.hasAccess) {
    return (
      <Frame title={resource.data.title} id={id}>
        <NoAccessPanel resource={resource.data} />
      </Frame>
    );
  }
  return (
    <Frame title={resource.data.title} id={id} actions={<DownloadButton resource={resource.data} />}>
      {!resource.data.hasPages ? (
        <NothingToReadPanel resource={resource.data} />
      ) : (
        <Suspense fallback={<ViewerSkeleton />}>
          <PdfViewer
            key={attempt}
            resource={resource.data}
            keptPage={keptPage}
            onRetry={() => setAttempt(attempt + 1)}
          />
        </Suspense>
      )}
    </Frame>
  );
}

function DownloadButton({ resource }: { resource: Resource }) {
  const { start, isBusy } = useDownload(resource);
  return (
    <Button variant="outline" size="small" isBusy={isBusy} onClick={start}>
      {isBusy ? null : <Download size={16} />}
      <span className="max-sm:sr-only">{downloadText(resource) ?? 'Download'}</span>
    </Button>
  );
}

type FrameProps = { title: string; id?: number; actions?: ReactNode; children: ReactNode };

/** Frame of the viewer: title and link back above, the pages below. */
function Frame({ title, id, actions, children }: FrameProps) {
  const heading = useHeadingFocus(title);
  usePage(title);
  return (
    <div className="flex h-dvh min-h-64 flex-col">
      <SkipLink />
      <header className="flex min-h-12 flex-none items-center gap-2 border-b border-border bg-sidebar px-1 sm:px-4 lg:min-h-14 lg:px-10">
        <Link
          {...(id === undefined ? { to: '/' } : { to: '/resource/$id', params: { id: String(id) } })}
          className={buttonClasses({ variant: 'ghost', isSquare: true })}
          title="Back to the resource"
        >
          <ArrowLeft size={18} />
          <span className="sr-only">Back to the resource</span>
        </Link>
        <h1
          ref={heading}
          tabIndex={-1}
          className="truncate font-sans! text-base! leading-6! font-semibold! tracking-normal!"
        >
          {title}
        </h1>
        <div className="ml-auto flex-none">{actions}</div>
      </header>
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}

function UnknownFile() {
  return (
    <Frame title="Resource Not Found">
      <UnknownPanel />
    </Frame>
  );
}

function FailedFile({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <Frame title="Resource">
      <div className="mx-auto w-full max-w-176 p-4 lg:py-10">
        <LoadError
          title="Failed to fetch the resource"
          description="The catalogue did not answer. Check your connection, then try again."
          isBusy={isBusy}
          onRetry={onRetry}
        />
      </div>
    </Frame>
  );
}
