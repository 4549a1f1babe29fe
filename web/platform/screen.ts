import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import type { Page } from './page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The component of the route's screen; its file has the same name. */
    screen?: string;
    /**
     * The server draws the screen. Loads the code of its parts that are shown and says what the screen will say of itself;
     * null: without this data the browser draws it.
     */
    prepare?: (client: QueryClient, params: Record<string, string>) => Promise<Page | null>;
  }
}

type Prepare = StaticDataRouteOption['prepare'];

/**
 * The part of a route that names its screen, whose code is loaded when the route is opened. The server finds the file in
 * the build's manifest by this name, so that a page can load it at once.
 */
export function screen<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  prepare?: Prepare,
) {
  return { component: lazyPart(async () => (await load())[name]), staticData: { screen: name, prepare } };
}

/** A part of the page whose code is loaded when it is shown, inside a Suspense. What opens over the page is a `lazyDialog`. */
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

/** The code of a screen could not be loaded, because the portal did not answer. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Loads the page anew if the portal answers. The router does so by itself for code of an older version of the portal;
 * without an answer the browser would show its own error page.
 */
export async function reloadWhenReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

/** Whether the portal answers. */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch(location.href, { method: 'HEAD' });
    return true;
  } catch {
    return false;
  }
}
