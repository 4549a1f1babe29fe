import { classes } from './classes.ts';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'outline'
  | 'ghost'
  | 'destructive'
  | 'destructive-outline'
  | 'destructive-ghost'
  | 'brand'
  | 'on-brand';

/** `small` is 36 px high for dense rows, and 44 px on touch screens. */
export type ButtonSize = 'medium' | 'small';

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border text-sm font-semibold whitespace-nowrap ' +
  'no-underline select-none print:hidden transition-colors duration-(--duration-fast) ease-standard ' +
  'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-muted disabled:text-muted-foreground ' +
  'data-unavailable:cursor-not-allowed data-unavailable:border-transparent data-unavailable:bg-muted ' +
  'data-unavailable:text-muted-foreground aria-busy:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
  secondary: 'border-transparent bg-secondary text-secondary-foreground hover:bg-accent',
  outline: 'border-input bg-card text-foreground hover:bg-accent',
  ghost: 'border-transparent text-foreground hover:bg-accent',
  destructive: 'border-transparent bg-destructive text-destructive-foreground hover:brightness-90',
  'destructive-outline': 'border-current bg-card text-destructive hover:bg-danger-soft hover:text-danger-text',
  'destructive-ghost': 'border-transparent text-destructive hover:bg-danger-soft hover:text-danger-text',
  brand:
    'border-transparent bg-on-brand text-brand hover:bg-accent hover:text-accent-foreground ' +
    'dark:bg-primary dark:text-primary-foreground dark:hover:bg-primary-hover',
  'on-brand': 'border-on-brand-muted text-on-brand hover:bg-brand-raised',
};

const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-4.5',
  small: 'min-h-9 px-3 pointer-coarse:min-h-11',
};

const squareSizes: Record<ButtonSize, string> = {
  medium: 'size-11 p-0',
  small: 'size-9 p-0 pointer-coarse:size-11',
};

export type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether the button is as wide as its container. */
  isBlock?: boolean;
  isSquare?: boolean;
  className?: string;
};

/** Returns the classes of a button, for a router's link that looks like one. */
export function buttonClasses({
  variant = 'primary',
  size = 'medium',
  isBlock,
  isSquare,
  className,
}: ButtonLook): string {
  return classes(base, variants[variant], isSquare ? squareSizes[size] : sizes[size], isBlock && 'w-full', className);
}
