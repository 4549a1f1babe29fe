import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Field, useFieldWiring } from './Field.tsx';
import { bareControlClasses, controlBoxClasses } from './TextInput.tsx';

export type SelectProps = ComponentProps<'select'> & {
  /** Word before the chosen option ("Sort"), shown from 1024 px. */
  prefix?: string;
};

/** The browser's own select in a box of the portal. Its children are `<option>` elements. */
export function Select({ prefix, className, children, ...select }: SelectProps) {
  const wiring = useFieldWiring(select);
  return (
    <span className={classes(controlBoxClasses, 'relative py-0 text-sm', className)}>
      {prefix ? (
        <span aria-hidden="true" className="text-muted-foreground max-lg:hidden">
          {prefix}
        </span>
      ) : null}
      <select
        {...select}
        {...wiring}
        className={classes(bareControlClasses, '-mr-9 h-10 w-full appearance-none truncate bg-card pr-9')}
      >
        {children}
      </select>
      <ChevronDown size={16} className="pointer-events-none text-muted-foreground" />
    </span>
  );
}

/** Select for toolbars, whose label is for assistive technology only. Needs no `Field` around it. */
export function ToolbarSelect({ label, className, ...select }: SelectProps & { label: string }) {
  return (
    <Field label={label} isLabelHidden className={classes('print:hidden', className)}>
      <Select {...select} />
    </Field>
  );
}
