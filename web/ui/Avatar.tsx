import { initials } from './initials.ts';

/** A person's initials in a circle. They are read out: give the full name beside it only where that helps. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="grid size-8 flex-none place-items-center rounded-full bg-accent text-xs font-semibold text-accent-foreground">
      {initials(name)}
    </span>
  );
}
