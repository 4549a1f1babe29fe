import { classes } from './classes.ts';

/** Grey bar or block of a loading view; `className` sets its size. Hidden from assistive technology. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('skeleton-surface block rounded-xs', className)} />;
}
