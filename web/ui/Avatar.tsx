import { classes } from './classes.ts';
import { initials } from './initials.ts';

const sizes = { small: 'size-8 text-xs', large: 'size-18 text-2xl font-display' };

/** A person's initials in a circle. They are read out: give the full name beside it only where that helps. */
export function Avatar({ name, size = 'small' }: { name: string; size?: 'small' | 'large' }) {
  return (
    <span
      className={classes(
        'grid flex-none place-items-center rounded-full bg-accent font-semibold text-accent-foreground',
        sizes[size],
      )}
    >
      {initials(name)}
    </span>
  );
}
