import { buttonClasses } from './button-classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type PaginationProps = {
  /** From 1. */
  page: number;
  pageCount: number;
  onPageChange: (page: number) => void;
  /** Names the navigation. */
  label?: string;
};

const look = buttonClasses({ variant: 'ghost', size: 'small' });

/** Previous, page numbers and Next; far pages collapse. Draws nothing for a single page. */
export function Pagination({ page, pageCount, onPageChange, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-center gap-1 pt-8">
      <button type="button" className={look} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        Previous
      </button>
      {pageList(page, pageCount).map((entry) => (
        <PageButton key={entry} entry={entry} isCurrent={entry === page} onPageChange={onPageChange} />
      ))}
      <button type="button" className={look} disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
        Next
      </button>
    </nav>
  );
}

type PageButtonProps = { entry: PageEntry; isCurrent: boolean; onPageChange: (page: number) => void };

function PageButton({ entry, isCurrent, onPageChange }: PageButtonProps) {
  if (typeof entry !== 'number') {
    return (
      <span aria-hidden="true" className="grid min-h-9 w-6 place-items-center text-sm text-muted-foreground">
        …
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      className={buttonClasses({
        variant: 'ghost',
        size: 'small',
        className: 'tabular-nums aria-[current=page]:bg-accent aria-[current=page]:text-accent-foreground',
      })}
      onClick={() => onPageChange(entry)}
    >
      <VisuallyHidden>Page </VisuallyHidden>
      {entry}
    </button>
  );
}

/** A page number, or a gap for omitted pages. */
type PageEntry = number | 'gap-before' | 'gap-after';

/**
 * The entries between "Previous" and "Next": first, last, the present page and its neighbours; a gap never replaces
 * a single page. At most seven entries, and seven of them whenever a gap is needed, so that the buttons keep their places.
 */
export function pageList(page: number, pageCount: number): PageEntry[] {
  const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (pageCount <= 7) return pages(1, pageCount);
  if (page <= 4) return [...pages(1, 5), 'gap-after', pageCount];
  if (page >= pageCount - 3) return [1, 'gap-before', ...pages(pageCount - 4, pageCount)];
  return [1, 'gap-before', page - 1, page, page + 1, 'gap-after', pageCount];
}
