import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { bareControlClasses, controlBoxClasses } from './control-classes.ts';
import { useFieldWiring } from './Field.tsx';

export type TextInputProps = ComponentProps<'input'> & {
  /** An icon or short text before the value. */
  leading?: ReactNode;
  /** An icon, unit or small button after the value. */
  trailing?: ReactNode;
};

/** A one-line field; takes every input attribute and what `register` returns. `className` goes to the box. */
export function TextInput({ leading, trailing, className, type = 'text', ...input }: TextInputProps) {
  const wiring = useFieldWiring(input);
  return (
    <span className={classes(controlBoxClasses, className)}>
      {leading ? <span className="flex text-muted-foreground">{leading}</span> : null}
      <input {...input} {...wiring} type={type} className={classes(bareControlClasses, 'h-10 w-full')} />
      {trailing ? <span className="flex text-muted-foreground">{trailing}</span> : null}
    </span>
  );
}
