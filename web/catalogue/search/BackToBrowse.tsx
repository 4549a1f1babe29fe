import { type AnyRouter, Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { RenderLink } from '#web/ui/link.ts';
import { browseSearch } from './browse-display.ts';

/** Last visit to Browse Resources: its index in the browser's history, and its parameters. */
type BrowseVisit = { index: number; search: ReturnType<typeof browseSearch.validateSearch> };

let visit: BrowseVisit | null = null;

/** Records each visit to Browse Resources, until another page replaces it in the history. */
export function followBrowse(router: AnyRouter): void {
  router.subscribe('onResolved', ({ toLocation: { pathname, search, state } }) => {
    const index = state.__TSR_index;
    if (pathname === '/browse') visit = { index, search: browseSearch.validateSearch(search) };
    else if (visit && index <= visit.index) visit = null;
  });
}

/** Link back to Browse Resources as the member left it: filters, page and scroll (BROWSE-18). */
export const backToBrowse: RenderLink = (parts) => <BackToBrowse {...parts} />;

function BackToBrowse(parts: Parameters<RenderLink>[0]) {
  const { history } = useRouter();

  function goBack(event: MouseEvent) {
    const steps = visit ? history.location.state.__TSR_index - visit.index : 0;
    if (steps <= 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.go(-steps);
  }

  return <Link {...parts} to="/browse" search={visit?.search ?? {}} onClick={goBack} />;
}
