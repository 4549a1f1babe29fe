import { Link, type RegisteredRouter, type ValidateLinkOptions } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

/** Draws a link for a component that knows no router: the component says how it looks. */
export type RenderLink = (parts: {
  className?: string;
  children: ReactNode;
  'aria-current'?: 'page';
  onClick?: () => void;
  /** Of an option in a list of results. */
  id?: string;
  role?: 'option';
  tabIndex?: -1;
  'aria-selected'?: boolean;
}) => ReactElement;

/** Such a link, with where it leads. */
export function linkTo<Options>(options: ValidateLinkOptions<RegisteredRouter, Options>): RenderLink {
  return (parts) => <Link {...options} {...parts} />;
}
