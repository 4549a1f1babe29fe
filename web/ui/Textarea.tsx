import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldWiring } from './Field.tsx';

/** A field of several lines, four unless `rows` says otherwise. */
export function Textarea({ className, rows = 4, ...textarea }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring(textarea);
  return (
    <textarea
      {...textarea}
      {...wiring}
      rows={rows}
      className={classes(
        'block w-full min-w-0 rounded-md border border-input bg-card px-3 py-2 text-base text-foreground',
        'aria-invalid:border-destructive aria-invalid:inset-ring-1 aria-invalid:inset-ring-destructive',
        'disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground',
        className,
      )}
    />
  );
}
