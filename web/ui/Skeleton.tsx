import { classes } from './classes.ts';

/** One grey bar or block of a loading view; `className` gives its size. Hidden from assistive technology. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('skeleton-surface block rounded-xs', className)} />;
}
