import type { ComponentProps, ReactNode } from 'react';
import { withLimit } from './character-limit.ts';
import { classes } from './classes.ts';
import { useFieldWiring } from './Field.tsx';

export type TextInputProps = ComponentProps<'input'> & {
  /** Icon or short text before the value. */
  leading?: ReactNode;
  /** Icon, unit or small button after the value. */
  trailing?: ReactNode;
};

/**
 * Field of one line. Accepts every input attribute and the result of `register`. `maxLength` counts characters as
 * people see them. `className` goes to the box.
 */
export function TextInput({
  leading,
  trailing,
  className,
  type = 'text',
  maxLength,
  onChange,
  ...input
}: TextInputProps) {
  const wiring = useFieldWiring(input);
  return (
    <span className={classes(controlBoxClasses, className)}>
      {leading ? <span className="flex text-muted-foreground">{leading}</span> : null}
      <input
        {...input}
        {...wiring}
        type={type}
        onChange={withLimit(onChange, maxLength)}
        className={classes(bareControlClasses, 'h-10 w-full')}
      />
      {trailing ? <span className="flex text-muted-foreground">{trailing}</span> : null}
    </span>
  );
}

/**
 * Classes of the box around a control of one line: 44 px high, with the focus ring and error outline of the control
 * inside.
 */
export const controlBoxClasses =
  'flex min-h-11 w-full min-w-0 items-center gap-2 rounded-md border border-input bg-card px-3 text-base text-foreground ' +
  'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring ' +
  'has-[[aria-invalid=true]]:border-destructive has-[[aria-invalid=true]]:inset-ring-1 ' +
  'has-[[aria-invalid=true]]:inset-ring-destructive has-[:disabled]:bg-muted has-[:disabled]:text-muted-foreground';

/** Classes of the control inside the box, which draws the outline and the ring. */
export const bareControlClasses =
  'min-w-0 flex-1 border-0 bg-transparent p-0 outline-none focus-visible:outline-none disabled:cursor-not-allowed';
