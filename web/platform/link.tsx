import { Link, type RegisteredRouter, type ValidateLinkOptions } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

/** Renders a link for a component that knows no router and only gives the link its look. */
export type RenderLink = (parts: {
  className?: string;
  children: ReactNode;
  'aria-current'?: 'page';
  onClick?: () => void;
  /** Id of an option in a list of results. */
  id?: string;
  role?: 'option';
  tabIndex?: -1;
  'aria-selected'?: boolean;
}) => ReactElement;

/** Makes a `RenderLink` to a place in the portal. */
export function linkTo<Options>(options: ValidateLinkOptions<RegisteredRouter, Options>): RenderLink {
  return (parts) => <Link {...options} {...parts} />;
}
