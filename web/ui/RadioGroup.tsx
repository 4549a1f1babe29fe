import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { Fieldset, type FieldsetProps } from './Fieldset.tsx';

/**
 * Named group of `Radio` or `RadioCard`. All of them must have the same `name`, so that the arrow keys move between
 * them.
 */
export function RadioGroup({ columns = 1, children, ...fieldset }: FieldsetProps & { columns?: 1 | 2 }) {
  return (
    <Fieldset {...fieldset}>
      <div className={columns === 2 ? 'grid grid-cols-2 gap-3' : 'flex flex-col'}>{children}</div>
    </Fieldset>
  );
}

export type RadioProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The accessible name, letter for letter. */
  label: string;
  description?: ReactNode;
};

const dotClasses =
  'size-4.5 flex-none appearance-none rounded-full border-[1.5px] border-input bg-card checked:border-[5.5px] checked:border-primary disabled:bg-muted';

/** Option of a `RadioGroup`. Accepts every input attribute and the result of `register`. */
export function Radio({ label, description, className, ...input }: RadioProps) {
  const id = useId();
  return (
    <label className={classes('flex min-h-8 items-center gap-2.5 text-sm pointer-coarse:min-h-11', className)}>
      <input
        {...input}
        type="radio"
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-description` : input['aria-describedby']}
        className={dotClasses}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {description ? (
          <span id={`${id}-description`} className="block text-muted-foreground">
            {description}
          </span>
        ) : null}
      </span>
    </label>
  );
}

export type RadioCardProps = Omit<RadioProps, 'description'> & {
  badge?: ReactNode;
  /** Content below the name, such as a price. Read as the option's description. */
  children?: ReactNode;
};

/** Option of a `RadioGroup` as a card, such as a plan. */
export function RadioCard({ label, badge, children, className, ...input }: RadioCardProps) {
  const id = useId();
  return (
    <label
      className={classes(
        'relative flex flex-col gap-1.5 rounded-lg border border-input bg-card px-3.5 py-4 lg:p-4.5',
        'has-[:checked]:border-primary has-[:checked]:inset-ring-1 has-[:checked]:inset-ring-primary',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
        className,
      )}
    >
      <span className="flex min-h-6 items-center gap-2 font-semibold">
        <input
          {...input}
          type="radio"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-detail`}
          className={classes(dotClasses, 'focus-visible:outline-none')}
        />
        <span id={`${id}-label`}>{label}</span>
      </span>
      <span id={`${id}-detail`} className="flex flex-col gap-1.5">
        {children}
        {badge ? <span className="mt-1 lg:absolute lg:top-4.5 lg:right-4.5 lg:mt-0">{badge}</span> : null}
      </span>
    </label>
  );
}
