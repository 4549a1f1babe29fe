import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { FieldError, FieldHint } from './Field.tsx';

export type FieldsetProps = {
  legend: string;
  hint?: ReactNode;
  error?: string;
  isLegendHidden?: boolean;
  className?: string;
  /** Checkboxes, radios or fields. */
  children: ReactNode;
};

/** Named group of controls with hint and error below. */
export function Fieldset({ legend, hint, error, isLegendHidden, className, children }: FieldsetProps) {
  const id = useId();
  const describedBy = classes(hint ? `${id}-hint` : null, error ? `${id}-error` : null) || undefined;
  return (
    <fieldset
      className={classes('min-w-0', className)}
      aria-describedby={describedBy}
      data-wrong={error ? '' : undefined}
    >
      <legend className={isLegendHidden ? 'sr-only' : 'pb-1.5 text-sm font-semibold'}>{legend}</legend>
      <div className="clear-both">{children}</div>
      {hint ? <FieldHint id={`${id}-hint`}>{hint}</FieldHint> : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
