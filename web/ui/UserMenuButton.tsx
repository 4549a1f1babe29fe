import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Avatar } from './Avatar.tsx';
import { classes } from './classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** The header's button for the user menu: initials, and the name from 1024 px. The trigger of a LazyMenu. */
export function UserMenuButton({
  name,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { name: string }) {
  return (
    <button
      {...rest}
      type="button"
      className={classes('flex min-h-11 items-center gap-2.5 rounded-md p-1 text-sm font-semibold', className)}
    >
      <VisuallyHidden>User menu </VisuallyHidden>
      <Avatar name={name} />
      <span className="max-w-56 truncate max-lg:hidden">{name}</span>
      <ChevronDown size={16} className="text-muted-foreground max-lg:hidden" />
    </button>
  );
}
