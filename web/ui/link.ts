import type { ReactElement, ReactNode } from 'react';

/** Parts that a component gives to a link; the link itself knows where it leads. */
export type LinkParts = {
  className?: string;
  children: ReactNode;
  'aria-current'?: 'page';
  onClick?: () => void;
};

/** Renders a link. The caller makes it with its router, because components in this folder know no router. */
export type RenderLink = (parts: LinkParts) => ReactElement;
