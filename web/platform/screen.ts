import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import type { Page } from './page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the component of the route's screen; its file has the same name. */
    screen?: string;
    /**
     * Set when the server renders the screen. Loads the data and the code of its visible parts, and returns the page's
     * title and trail; null when the browser must render it.
     */
    prepare?: (client: QueryClient, params: Record<string, string>) => Promise<Page | null>;
  }
}

type Prepare = StaticDataRouteOption['prepare'];

/**
 * Returns the part of a route that names its screen, whose code is loaded when the route is opened. By this name the
 * server finds the file in the build's manifest, so that the page can load it at once.
 */
export function screen<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  prepare?: Prepare,
) {
  return { component: lazyPart(async () => (await load())[name]), staticData: { screen: name, prepare } };
}

/**
 * Makes a part of the page whose code is loaded when it is shown, inside a Suspense. Use `lazyDialog` for what opens
 * over the page.
 */
export function lazyPart<Props = object>(load: () => Promise<(props: Props) => React.ReactNode>) {
  return lazyRouteComponent<{ default: (props: Props) => React.ReactNode }>(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (await isReachable()) throw error;
      throw new UnreachableError();
    }
  });
}

/** Thrown when the code of a screen cannot be loaded, because the portal does not respond. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Reloads the page if the portal answers. Without an answer the browser would show its own error page. The router
 * reloads automatically when code belongs to an older version of the portal.
 */
export async function reloadWhenReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

export async function isReachable(): Promise<boolean> {
  try {
    await fetch(location.href, { method: 'HEAD' });
    return true;
  } catch {
    return false;
  }
}
