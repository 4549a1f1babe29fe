import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** Classes of a text link, for a router's link or a button that looks like a link. */
export const textLinkClasses =
  'inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-primary underline-offset-3 hover:underline';

/** Link in text. `asChild` renders the only child, usually a router's link, with its look. */
export function TextLink({ asChild, className, ...rest }: ComponentProps<'a'> & { asChild?: boolean }) {
  const look = classes(textLinkClasses, className);
  return asChild ? <Slot.Root {...rest} className={look} /> : <a {...rest} className={look} />;
}

/** Button that looks like a text link ("Clear all filters"). */
export function TextButton({ className, type, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type ?? 'button'} className={classes(textLinkClasses, className)} />;
}
