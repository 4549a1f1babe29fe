import type { ReactElement, ReactNode } from 'react';

/** What a component wants of a link. `href` is a path of the app. */
export type LinkParts = {
  href: string;
  className?: string;
  children: ReactNode;
  'aria-current'?: 'page';
  onClick?: () => void;
};

/** The caller turns the parts into its router's link; components here know no router. */
export type RenderLink = (parts: LinkParts) => ReactElement;
