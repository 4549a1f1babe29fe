import { type AnyRouter, Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { browseSearch } from './browse-display.ts';

/** The last visit to Browse Resources: where it is in the browser's history, and what it showed. */
type BrowseVisit = { index: number; search: ReturnType<typeof browseSearch.validateSearch> };

let visit: BrowseVisit | null = null;

/** Notes each visit to Browse Resources, until another page takes its place in the history. */
export function followBrowse(router: AnyRouter): void {
  router.subscribe('onResolved', ({ toLocation: { pathname, search, state } }) => {
    const index = state.__TSR_index;
    if (pathname === '/browse') visit = { index, search: browseSearch.validateSearch(search) };
    else if (visit && index <= visit.index) visit = null;
  });
}

/** Leads back to Browse Resources as it was left: filters, page and scroll (BROWSE-18). */
export function BackToBrowse() {
  const { history } = useRouter();

  function goBack(event: MouseEvent) {
    const steps = visit ? history.location.state.__TSR_index - visit.index : 0;
    if (steps <= 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.go(-steps);
  }

  return (
    <Link to="/browse" search={visit?.search ?? {}} className={textLinkClasses} onClick={goBack}>
      <ArrowLeft size={16} />
      Back to Browse
    </Link>
  );
}
