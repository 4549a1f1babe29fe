import type { ComponentProps } from 'react';
import { withLimit } from './character-limit.ts';
import { classes } from './classes.ts';
import { useFieldWiring } from './Field.tsx';

/** Field of several lines, by default four. `maxLength` counts characters as people see them. */
export function Textarea({ className, rows = 4, maxLength, onChange, ...textarea }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring(textarea);
  return (
    <textarea
      {...textarea}
      {...wiring}
      onChange={withLimit(onChange, maxLength)}
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
