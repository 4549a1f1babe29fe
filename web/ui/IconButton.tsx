import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClasses } from './button-classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> &
  Omit<ButtonLook, 'isSquare' | 'isBlock'> & {
    /** Accessible name; browsers also show it on hover. */
    label: string;
    icon: ReactNode;
  };

/** Square button with one icon and a hidden name. */
export function IconButton({ label, icon, variant = 'ghost', size, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type ?? 'button'}
      className={buttonClasses({ variant, size, isSquare: true, className })}
    >
      {icon}
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}
