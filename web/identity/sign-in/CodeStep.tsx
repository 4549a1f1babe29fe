import { useEffect, useEffectEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type CodeStepProps = {
  email: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** Called once the field is mounted. */
  onShown: () => void;
};

/** The second step of a sign-in: the code (SET-12). */
export function CodeStep({ email, field, error, onShown }: CodeStepProps) {
  const shown = useEffectEvent(onShown);
  useEffect(() => shown(), []);
  return (
    <>
      <p className="text-sm text-muted-foreground">
        <span translate="no">{email}</span> asks for a second step. Enter the code that your authenticator shows, or a
        recovery code.
      </p>
      <Field label="Code" {...(error && { error })}>
        <TextInput autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} {...field} />
      </Field>
    </>
  );
}
