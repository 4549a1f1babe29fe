import { useLocation, useMatch, useNavigate } from '@tanstack/react-router';
import { startTransition, useCallback, useOptimistic } from 'react';
import type { Search } from './search.ts';

type Description<State> = {
  read: (search: Search) => State;
  /** The parameters of the address; those that it does not name stay as they are. */
  query: (state: State) => object;
};

/**
 * A page's state that lives in its address, as `pageSearch` describes it. A change is shown at once, as a ticked box must
 * be, and written to the address as a new entry of the history, or in place of the present one; not any more when the page
 * is being left. The page then begins at its top, as another view must; a filter, an order or a tab keeps the scroll.
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
        replace,
        resetScroll: !keepScroll,
      });
    });
  }

  return [state, change] as const;
}

/**
 * Gives a function that says whether the browser is still at the page of this screen. Its address is the next page's as
 * soon as a link was followed. A change that comes late, after a pause in typing or scrolling, would lead back.
 */
export function useIsHere(): () => boolean {
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return useCallback(() => withoutEnd(location.pathname) === withoutEnd(own), [own]);
}

/** The parameters that are not the page's own, so that its own keep their order in the address. */
function without(search: object, own: object) {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !(name in own)));
}

const withoutEnd = (path: string) => path.replace(/\/$/, '');
