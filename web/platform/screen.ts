import { lazyRouteComponent } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The component of the route's screen; its file has the same name. */
    screen?: string;
  }
}

/**
 * The part of a route that names its screen, whose code is loaded when the route is opened. The server finds the file in
 * the build's manifest by this name, so that a page can load it at once.
 */
export function screen<Name extends string>(name: Name, load: () => Promise<Record<Name, () => React.ReactNode>>) {
  return { component: lazyRouteComponent(load, name), staticData: { screen: name } };
}
