import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** Bordered surface with inner space (`isPadded`, default true). Accepts every attribute of a div. */
export function Card({ isPadded = true, className, ...rest }: ComponentProps<'div'> & { isPadded?: boolean }) {
  return (
    <div
      {...rest}
      className={classes(
        'rounded-lg border border-border bg-card text-card-foreground',
        isPadded && 'p-5 lg:p-6',
        className,
      )}
    />
  );
}

/** First line of a card: heading on the left, badge or button on the right. */
export function CardHeader({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <div className="mb-4 flex items-center justify-between gap-4">
      <h2>{title}</h2>
      {action}
    </div>
  );
}
