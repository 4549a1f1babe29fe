import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useMemo } from 'react';
import { classes } from './classes.ts';

type FieldWiring = { controlId: string; describedBy: string | undefined; isInvalid: boolean; isRequired: boolean };

const FieldContext = createContext<FieldWiring | null>(null);

type Wireable = {
  id?: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
};

/**
 * Returns the id and aria attributes that connect a control to the `Field` around it. The control's own attributes win;
 * descriptions are joined.
 */
export function useFieldWiring(control: Wireable) {
  const field = use(FieldContext);
  return {
    id: control.id ?? field?.controlId,
    'aria-describedby': classes(control['aria-describedby'], field?.describedBy) || undefined,
    'aria-invalid': control['aria-invalid'] ?? (field?.isInvalid || undefined),
    'aria-required': (control.required ?? field?.isRequired) || undefined,
  };
}

export type FieldProps = {
  /** Visible label; also the accessible name, letter for letter. */
  label: string;
  hint?: ReactNode;
  /** Sentence that says what is wrong and what to do; announced at once. */
  error?: string;
  /** Whether "(optional)" appears beside the label, outside the accessible name. */
  isOptional?: boolean;
  isRequired?: boolean;
  /** Whether only assistive technology gets the label. */
  isLabelHidden?: boolean;
  /** Link or button right of the label, such as "Forgot password?". */
  action?: ReactNode;
  className?: string;
  /** One control of this folder, such as `TextInput`, `Select` or `Textarea`. */
  children: ReactNode;
};

/** Label above a control, with hint and error below, all connected for assistive technology. */
export function Field(props: FieldProps) {
  const { label, hint, error, isOptional, isRequired = false, isLabelHidden, action, className, children } = props;
  const id = useId();
  const describedBy = classes(hint ? `${id}-hint` : null, error ? `${id}-error` : null) || undefined;
  const wiring = useMemo(
    () => ({ controlId: `${id}-control`, describedBy, isInvalid: Boolean(error), isRequired }),
    [id, describedBy, error, isRequired],
  );
  return (
    <div className={classes('relative flex min-w-0 flex-col gap-1.5', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-center gap-1.5 text-sm'}>
        <label htmlFor={wiring.controlId} className="font-semibold">
          {label}
        </label>
        {isOptional ? <span className="text-muted-foreground">(optional)</span> : null}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {/* The action comes after the control, so that Tab reaches the field before the action. */}
      {action ? <span className="absolute -top-0.5 right-0 text-sm">{action}</span> : null}
      {hint ? <FieldHint id={`${id}-hint`}>{hint}</FieldHint> : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

export function FieldHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="text-sm text-muted-foreground">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm text-destructive">
      <CircleAlert size={16} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}
