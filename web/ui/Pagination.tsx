import { buttonClasses } from './button-classes.ts';
import type { RenderLink } from './link.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type PaginationProps = {
  /** Starts at 1. */
  page: number;
  pageCount: number;
  onPageChange: (page: number) => void;
  /** Renders the pages as links, which also work without script. */
  linkTo?: (page: number) => RenderLink;
  label?: string;
};

const look = buttonClasses({ variant: 'ghost', size: 'small' });

/** Previous, page numbers and Next; distant pages collapse. Renders nothing for a single page. */
export function Pagination({ page, pageCount, onPageChange, linkTo, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-center gap-1 pt-8">
      <StepButton target={page - 1} isThere={page > 1} onPageChange={onPageChange} linkTo={linkTo}>
        Previous
      </StepButton>
      {pageList(page, pageCount).map((entry) => (
        <PageButton key={entry} entry={entry} isCurrent={entry === page} onPageChange={onPageChange} linkTo={linkTo} />
      ))}
      <StepButton target={page + 1} isThere={page < pageCount} onPageChange={onPageChange} linkTo={linkTo}>
        Next
      </StepButton>
    </nav>
  );
}

type PagePress = Pick<PaginationProps, 'onPageChange' | 'linkTo'>;

type StepButtonProps = PagePress & { target: number; isThere: boolean; children: string };

function StepButton({ target, isThere, onPageChange, linkTo, children }: StepButtonProps) {
  if (linkTo && isThere) return linkTo(target)({ className: look, children, onClick: () => onPageChange(target) });
  return (
    <button type="button" className={look} disabled={!isThere} onClick={() => onPageChange(target)}>
      {children}
    </button>
  );
}

const pageLook = buttonClasses({
  variant: 'ghost',
  size: 'small',
  className: 'tabular-nums aria-[current=page]:bg-accent aria-[current=page]:text-accent-foreground',
});

type PageButtonProps = PagePress & { entry: PageEntry; isCurrent: boolean };

function PageButton({ entry, isCurrent, onPageChange, linkTo }: PageButtonProps) {
  if (typeof entry !== 'number') {
    return (
      <span aria-hidden="true" className="grid min-h-9 w-6 place-items-center text-sm text-muted-foreground">
        …
      </span>
    );
  }
  const parts = {
    className: pageLook,
    children: (
      <>
        <VisuallyHidden>Page </VisuallyHidden>
        {entry}
      </>
    ),
    'aria-current': isCurrent ? ('page' as const) : undefined,
    onClick: () => onPageChange(entry),
  };
  return linkTo ? linkTo(entry)(parts) : <button type="button" {...parts} />;
}

type PageEntry = number | 'gap-before' | 'gap-after';

/**
 * Returns the entries between "Previous" and "Next": first, last, current page and its neighbours. A gap never replaces
 * a single page. At most seven entries, and exactly seven when there is a gap, so that the buttons keep their places.
 */
export function pageList(page: number, pageCount: number): PageEntry[] {
  const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (pageCount <= 7) return pages(1, pageCount);
  if (page <= 4) return [...pages(1, 5), 'gap-after', pageCount];
  if (page >= pageCount - 3) return [1, 'gap-before', ...pages(pageCount - 4, pageCount)];
  return [1, 'gap-before', page - 1, page, page + 1, 'gap-after', pageCount];
}
