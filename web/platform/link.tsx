import { Link, Navigate, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { type ComponentProps, useCallback } from 'react';
import { parseSearch, type Search } from './search.ts';

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address made by paths.ts. */
  href: string;
};

/** A link inside the portal: follows without loading the page anew, and fetches the screen's code when pointed at. */
export function AppLink({ href, ...rest }: AppLinkProps) {
  const [path = '', query = ''] = href.split('?');
  return <Link {...rest} to={path} search={parseSearch(query)} />;
}

/** The same as a function, for components that are handed their links. */
export function renderLink(parts: AppLinkProps) {
  return <AppLink {...parts} />;
}

/** Goes to an address made by paths.ts as soon as it is shown, in place of the present entry of the history. */
export function Redirect({ href }: { href: string }) {
  const [path = '', query = ''] = href.split('?');
  return <Navigate to={path} search={parseSearch(query)} replace />;
}

/** Goes to an address made by paths.ts. `keepScroll` for changes within a page. */
export function useGo() {
  const navigate = useNavigate();
  return useCallback(
    (href: string, { replace = false, keepScroll = false } = {}): Promise<void> =>
      navigate({ href, replace, resetScroll: !keepScroll }),
    [navigate],
  );
}

/**
 * Whether an address is one of the page that the browser is at, which is the next one as soon as a link was followed. A
 * change of the page before that comes late, after a pause in typing or scrolling, would lead back to it.
 */
export function isHere(href: string): boolean {
  const pathOf = (address: string) => address.split('?')[0]?.replace(/\/$/, '');
  return pathOf(location.pathname) === pathOf(href);
}

/** The path of the page, without its query. */
export function usePath(): string {
  return useRouterState({ select: ({ location }) => location.pathname });
}

/** The query of the page's address. */
export function useSearchParameters(): Search {
  // The router's parser is ours, so its query has our type.
  return useRouterState({ select: ({ location }) => location.search as Search });
}

/** A part of the page's path that a route names, such as `id`. */
export function usePathPart(name: string): string {
  const parts: Record<string, string | undefined> = useParams({ strict: false });
  return parts[name] ?? '';
}
