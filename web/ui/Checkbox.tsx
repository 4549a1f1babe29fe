import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The accessible name, letter for letter. */
  label: string;
  /** Icon between box and label, such as a principle's mark. */
  icon?: ReactNode;
  /** Right-aligned text, such as a count; read as a description, not as part of the name. */
  detail?: ReactNode;
  isLabelHidden?: boolean;
};

/** Checkbox with its label. Accepts every input attribute and the result of `register`. */
export function Checkbox({ label, icon, detail, isLabelHidden, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <label
      className={classes(
        'flex min-h-8 items-center gap-2.5 text-sm pointer-coarse:min-h-11 has-[:disabled]:text-muted-foreground',
        className,
      )}
    >
      <span className="relative grid size-4.5 flex-none place-items-center">
        <input
          aria-describedby={detail === undefined ? undefined : `${id}-detail`}
          {...input}
          type="checkbox"
          aria-labelledby={`${id}-label`}
          className="peer absolute inset-0 size-4.5 appearance-none rounded-xs border-[1.5px] border-input bg-card checked:border-primary checked:bg-primary disabled:bg-muted"
        />
        <Check
          size={14}
          className="pointer-events-none invisible relative text-primary-foreground peer-checked:visible"
        />
      </span>
      {icon}
      <span id={`${id}-label`} className={isLabelHidden ? 'sr-only' : undefined}>
        {label}
      </span>
      {detail === undefined ? null : (
        <span id={`${id}-detail`} className="ml-auto text-xs text-muted-foreground tabular-nums">
          {detail}
        </span>
      )}
    </label>
  );
}
