import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { ApiError } from '#web/platform/errors.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

type UnreadablePanelProps = {
  resource: Pick<Resource, 'id' | 'title'>;
  error: unknown;
  onRetry: () => void;
};

/** Reason why the file is not shown, with a link or button to continue where one helps. */
export function UnreadablePanel({ resource, error, onRetry }: UnreadablePanelProps) {
  const isOurs = error instanceof ApiError;
  if (isOurs && error.status === 403) return <NoAccessPanel resource={resource} />;
  if (isOurs && error.status === 404) return <NothingToReadPanel resource={resource} />;
  if (isOurs && error.status === 429) {
    return (
      <Framed>
        <EmptyState
          title="Today's limit for reading this file is reached"
          description="You can read it here again tomorrow, or download it now, above. Your place is kept."
          action={<BackToResource resource={resource} />}
        />
      </Framed>
    );
  }
  // `fetch` fails with a TypeError when the portal cannot be reached.
  if (isOurs || error instanceof TypeError) {
    return (
      <Framed>
        <LoadError
          title="Failed to open the file"
          description="Your place is safe. Check your connection, then try again."
          onRetry={onRetry}
        />
      </Framed>
    );
  }
  return (
    <Framed>
      <EmptyState
        title="This file cannot be shown here"
        description="It may be protected or damaged. You can still download it, above, and open it in another program."
      />
    </Framed>
  );
}

/** Panel for a member without access, or without access any more. */
export function NoAccessPanel({ resource }: { resource: Pick<Resource, 'id' | 'title'> }) {
  return (
    <Framed>
      <EmptyState
        title="You do not have access"
        description={`${resource.title} is not open to you at the moment. Its page says how to get it; your place is kept.`}
        action={<BackToResource resource={resource} />}
      />
    </Framed>
  );
}

/** Panel for a resource without a file of pages. */
export function NothingToReadPanel({ resource }: { resource: Pick<Resource, 'id' | 'title'> }) {
  return (
    <Framed>
      <EmptyState
        title="There is nothing to read here"
        description={`${resource.title} has no file that opens in the portal.`}
        action={<BackToResource resource={resource} />}
      />
    </Framed>
  );
}

/** Panel for a URL whose resource does not exist for the member. */
export function UnknownPanel() {
  return (
    <Framed>
      <EmptyState
        title="There is nothing to read here"
        description="The resource you're looking for doesn't exist or has been removed."
        action={
          <Link to="/browse" className={buttonClasses({ variant: 'outline' })}>
            Browse Resources
          </Link>
        }
      />
    </Framed>
  );
}

function BackToResource({ resource }: { resource: Pick<Resource, 'id' | 'title'> }) {
  return (
    <Link to="/resource/$id" params={{ id: String(resource.id) }} className={buttonClasses({ variant: 'outline' })}>
      Go to the resource
    </Link>
  );
}

function Framed({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-176 flex-1 overflow-y-auto p-4 lg:py-10">{children}</div>;
}

export function ViewerSkeleton() {
  return (
    <div className="flex-1 overflow-hidden bg-muted p-4">
      <p role="status" className="sr-only">
        Opening the file
      </p>
      <div
        aria-hidden="true"
        data-testid="skeleton"
        className="mx-auto flex max-w-176 flex-col gap-4 bg-card p-8 lg:p-16"
      >
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-6 h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
  );
}
