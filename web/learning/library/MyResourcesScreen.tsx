import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { LibraryCounts, LibraryEntry, Shelf } from '#contract/learning/library.ts';
import { linesOf, typeNames } from '#web/catalogue/catalogue/display.ts';
import { today } from '#web/platform/clock.ts';
import { usePage } from '#web/platform/page.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { AccessLabel } from '#web/ui/AccessLabel.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { BlockedTab } from '../tools/AccessToolButton.tsx';
import { AssignedCard } from './AssignedCard.tsx';
import { assignedQuery, shelfCountsQuery, shelfQuery } from './api.ts';
import { summaryOf } from './assigned-display.ts';
import { elsewhereOf, rowAction, rowNotes, shelfNames } from './display.ts';
import { progressWord } from './done-display.ts';
import { useDirectAccess } from './progress-api.ts';
import { shelfPageSize, shelfSearch, shelves } from './shelf-display.ts';

const CertificatesPart = lazyPart<{ className?: string }>(
  async () => (await import('../learning/CertificatesPart.tsx')).CertificatesPart,
);

/** Everything the member can open, in three tabs (MYRES-01), and the certificates of completed resources (LEARN-04). */
export function MyResourcesScreen() {
  const [{ tab: shelf, page }, change] = usePageState(shelfSearch);
  const { data: counts } = useQuery(shelfCountsQuery);
  usePage('My Resources');

  function openShelf(tab: Shelf) {
    change({ tab, page: 1 }, { replace: true, keepScroll: true });
    // The pressed link disappears with the empty tab, so the tab takes the focus.
    document.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
  }

  return (
    <>
      <PageHeading
        title="My Resources"
        subtitle="Everything you own or can open with your subscription."
        actions={
          <Link to="/my-resources/saved" className={buttonClasses({ variant: 'outline' })}>
            <Bookmark size={16} />
            Saved Resources
          </Link>
        }
      />
      <AssignedPart />
      <Tabs
        label="My Resources"
        tabs={shelves.map((value) => ({ value, label: shelfNames[value], count: counts?.[value] }))}
        value={shelf}
        onValueChange={(value) => {
          const chosen = shelves.find((one) => one === value);
          if (chosen && chosen !== shelf) change({ tab: chosen, page: 1 }, { replace: true, keepScroll: true });
        }}
      >
        {shelves.map((value) => (
          <TabPanel key={value} value={value} className="pt-2">
            <ShelfPanel
              shelf={value}
              page={page}
              onPage={(next) => change({ tab: value, page: next })}
              elsewhere={counts ? <Elsewhere shelf={value} counts={counts} onOpen={openShelf} /> : null}
            />
          </TabPanel>
        ))}
      </Tabs>
      <Suspense fallback={null}>
        <CertificatesPart className="mt-12" />
      </Suspense>
    </>
  );
}

/** Assigned learning that is not completed, above the tabs (DASH-16). */
function AssignedPart() {
  const { data } = useQuery(assignedQuery);
  const assigned = data && summaryOf(data);
  return assigned && assigned.toDo.length > 0 ? <AssignedCard assigned={assigned} className="mb-8" /> : null;
}

type ElsewhereProps = { shelf: Shelf; counts: LibraryCounts; onOpen: (shelf: Shelf) => void };

/** Lines of an empty tab about the contents of the others (MYRES-13). */
function Elsewhere({ shelf, counts, onOpen }: ElsewhereProps) {
  return elsewhereOf(shelf, counts).map(({ shelf: other, text }) => (
    <span key={other} className="mt-1 block">
      {text}{' '}
      <Link
        to="/my-resources"
        search={{ tab: other }}
        className={textLinkClasses}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(other);
        }}
      >
        {shelfNames[other]}
      </Link>
    </span>
  ));
}

type ShelfPanelProps = {
  shelf: Shelf;
  page: number;
  onPage: (page: number) => void;
  /** Content after the sentence of an empty tab. */
  elsewhere: ReactNode;
};

export function ShelfPanel({ shelf, page, onPage, elsewhere }: ShelfPanelProps) {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(shelfQuery(shelf, page));
  if (isPending) return <LibraryRowSkeletons />;
  if (isLoadingError) {
    return (
      <Spaced>
        <LoadError
          title="Failed to fetch your resources"
          description="What you own is safe. Check your connection, then try again."
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </Spaced>
    );
  }
  if (data.totalCount === 0) {
    return (
      <Spaced>
        <EmptyShelf shelf={shelf} elsewhere={elsewhere} />
      </Spaced>
    );
  }
  return (
    <>
      <div>
        {data.items.map((entry) => (
          <LibraryRow key={entry.resource.id} shelf={shelf} entry={entry} />
        ))}
      </div>
      <Pagination page={page} pageCount={Math.ceil(data.totalCount / shelfPageSize)} onPageChange={onPage} />
    </>
  );
}

function Spaced({ children }: { children: ReactNode }) {
  return <div className="pt-6">{children}</div>;
}

/** The specified sentences of an empty tab (MYRES-06 to MYRES-08), each with a next step. */
function EmptyShelf({ shelf, elsewhere }: Pick<ShelfPanelProps, 'shelf' | 'elsewhere'>) {
  const navigate = useNavigate();
  if (shelf === 'subscribed') {
    return (
      <EmptyState
        title="No subscription resources"
        description={<>A subscription opens every subscription-level tool and resource.{elsewhere}</>}
        action={
          <Button onClick={() => void navigate({ to: '/browse', search: { filter: ['subscription'] } })}>
            View Subscription Plans
          </Button>
        }
      />
    );
  }
  const browse = <Button onClick={() => void navigate({ to: '/browse' })}>Browse Resources</Button>;
  return shelf === 'purchased' ? (
    <EmptyState
      title="No purchased resources"
      description={<>What you buy is yours for good and stays here.{elsewhere}</>}
      action={browse}
    />
  ) : (
    <EmptyState
      title="No Free Resources Available"
      description={<>Free resources appear here once published.{elsewhere}</>}
      action={browse}
    />
  );
}

type LibraryRowProps = { shelf: Shelf; entry: LibraryEntry };

/** Row of My Resources: the resource, the progress and the button (MYRES-02). */
function LibraryRow({ shelf, entry }: LibraryRowProps) {
  const { resource, progress } = entry;
  const [summary = ''] = linesOf(resource.description);
  return (
    <article className={rowClasses}>
      <ResourceCover
        id={resource.id}
        type={resource.type}
        principles={resource.rappPrinciples}
        imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
        cut="row"
        className="rounded-md border border-border"
      />
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <TypeChip type={resource.type} name={typeNames[resource.type]} />
          <AccessLabel label="You have access" />
        </div>
        <h2 className="font-sans! text-base! leading-5.5! font-semibold! tracking-normal! wrap-anywhere lg:text-lg!">
          <Link to="/resource/$id" params={{ id: String(resource.id) }} className="hover:underline">
            {resource.title}
          </Link>
        </h2>
        <p className="line-clamp-2 text-sm text-muted-foreground">{summary}</p>
      </div>
      <div className="flex flex-col gap-2 max-lg:col-span-full">
        <ProgressBar
          percent={progress?.completionPercentage ?? 0}
          label={`Progress of ${resource.title}`}
          word={progressWord({ type: resource.type, hasCheck: entry.check !== undefined })}
        />
        <p className="text-xs leading-5 text-muted-foreground tabular-nums">
          {rowNotes(shelf, entry, today()).map((note) => (
            <span key={note} className="block">
              {note}
            </span>
          ))}
        </p>
      </div>
      <div className="max-lg:col-span-full">
        <RowButton shelf={shelf} entry={entry} />
      </div>
    </article>
  );
}

/**
 * Button that leads to the check that is not passed yet, opens an online tool in a new tab, or leads to the page of any
 * other resource (MYRES-11).
 */
function RowButton({ shelf, entry }: LibraryRowProps) {
  const { resource, progress, checkLeft } = entry;
  const navigate = useNavigate();
  const tool = useDirectAccess(resource);
  const params = { id: String(resource.id) };
  async function open() {
    if (checkLeft) await navigate({ to: '/resource/$id/check', params, search: {} });
    else if (resource.type === 'online_tool') await tool.open();
    else await navigate({ to: '/resource/$id', params });
  }
  return (
    <>
      <Button isBlock variant={progress ? 'secondary' : 'outline'} isBusy={tool.isBusy} onClick={() => void open()}>
        {rowAction(shelf, entry)}
        <VisuallyHidden> {resource.title}</VisuallyHidden>
      </Button>
      {tool.blockedAddress ? <BlockedTab address={tool.blockedAddress} /> : null}
    </>
  );
}

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function LibraryRowSkeletons() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading your resources
      </p>
      {rows.map((row) => (
        <div key={row} aria-hidden="true" data-testid="skeleton" className={rowClasses}>
          <Skeleton className="aspect-5/3 w-full rounded-md max-lg:aspect-square" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-4.5 w-[min(22rem,90%)]" />
            <Skeleton className="mt-1 h-3 w-[95%]" />
          </div>
          <div className="flex flex-col gap-3 max-lg:col-span-full">
            <Skeleton className="h-1.5 w-full" />
            <Skeleton className="h-3 w-3/4" />
          </div>
          <Skeleton className="h-11 w-full rounded-md max-lg:col-span-full" />
        </div>
      ))}
    </>
  );
}

/** Classes of a row: cover, words, progress and button. Below 1024 px progress and button are on lines of their own. */
const rowClasses =
  'grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3.5 border-b border-border py-5 last:border-0 ' +
  'lg:grid-cols-[9.5rem_minmax(0,1fr)_13rem_8rem] lg:items-center lg:gap-6 lg:py-6';
