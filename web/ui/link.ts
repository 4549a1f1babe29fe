import type { ReactElement, ReactNode } from 'react';

/** What a component wants of a link, which knows itself where it leads. */
export type LinkParts = {
  className?: string;
  children: ReactNode;
  'aria-current'?: 'page';
  onClick?: () => void;
};

/** Draws a link. The caller makes it with its router; components here know no router. */
export type RenderLink = (parts: LinkParts) => ReactElement;
