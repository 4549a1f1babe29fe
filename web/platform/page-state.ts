import { useLocation, useMatch, useNavigate } from '@tanstack/react-router';
import { startTransition, useCallback, useOptimistic } from 'react';
import type { Search } from './search.ts';

type Description<State> = {
  read: (search: Search) => State;
  /** Returns the URL parameters of a state; the other parameters of the URL stay as they are. */
  query: (state: State) => object;
};

/**
 * Returns a page's state that lives in its URL, as `pageSearch` describes it, and a function that changes it. A change
 * is shown at once, because a ticked box cannot wait. It becomes a new entry of the history, or replaces the current
 * one (`replace`), unless the page is being left. The page scrolls to its top; filters, orders and tabs pass
 * `keepScroll`.
 */
export function usePageState<State>({ read, query }: Description<State>) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [state, showAlready] = useOptimistic(read(useLocation({ select: ({ search }): Search => search })));

  function change(next: State, { replace = false, keepScroll = false } = {}) {
    if (!isHere()) return;
    const own = query(next);
    startTransition(async () => {
      showAlready(next);
      await navigate({
        to: '.',
        search: (before: object) => ({ ...without(before, own), ...own }),
        // An entry that is replaced keeps what it carries, such as the receipt of a payment.
        ...(replace && { state: true as const }),
        replace,
        resetScroll: !keepScroll,
      });
    });
  }

  return [state, change] as const;
}

/**
 * Returns a function that says whether the browser is still at this screen's page. The browser's URL changes as soon as
 * a link is followed, and a late change, after a pause in typing or scrolling, would lead back.
 */
export function useIsHere(): () => boolean {
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return useCallback(() => withoutEnd(location.pathname) === withoutEnd(own), [own]);
}

/**
 * Returns the parameters that do not belong to the page. The page's own are added after them, so that they keep their
 * order in the URL.
 */
function without(search: object, own: object) {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !(name in own)));
}

const withoutEnd = (path: string) => path.replace(/\/$/, '');
