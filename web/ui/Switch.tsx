import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  /** The accessible name, letter for letter. */
  label: string;
  /** Sentence below the label. */
  description?: ReactNode;
  isLabelHidden?: boolean;
};

// The checkbox takes its state from `checked`. An `aria-checked` of our own could only contradict it.
const switchRole = { role: 'switch' } as const;

/** On/off choice. Accepts every input attribute and the result of `register`. */
export function Switch({ label, description, isLabelHidden, className, ...input }: SwitchProps) {
  const id = useId();
  return (
    <label className={classes('flex min-h-11 items-center justify-between gap-4', className)}>
      <span className="flex flex-col gap-0.5">
        <span id={`${id}-label`} className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold'}>
          {label}
        </span>
        {description ? (
          <span id={`${id}-description`} className="text-sm text-muted-foreground">
            {description}
          </span>
        ) : null}
      </span>
      <span className="relative h-6 w-11 flex-none">
        <input
          {...input}
          type="checkbox"
          {...switchRole}
          aria-labelledby={`${id}-label`}
          aria-describedby={description ? `${id}-description` : undefined}
          className="peer absolute inset-0 h-6 w-11 appearance-none rounded-full border border-input bg-muted transition-colors duration-(--duration-fast) checked:border-primary checked:bg-primary disabled:opacity-60"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-input transition-transform duration-(--duration-fast) peer-checked:translate-x-5 peer-checked:bg-primary-foreground" />
      </span>
    </label>
  );
}
