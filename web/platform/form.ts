import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import { isPasswordRefused, sentenceOf } from './errors.ts';

/** A shape of the contract, the same that the server validates with. */
type Shape<Given, Taken> = { _zod: { input: Given; output: Taken } };

export type ShapeForm<Given extends FieldValues, Taken extends FieldValues> = {
  shape: Shape<Given, Taken>;
  defaultValues: DefaultValues<Given>;
  /** A mutation's `mutateAsync`; the mutation shows its failures. */
  send: (values: Taken) => Promise<unknown>;
  /** The field of a new password; it shows why the server refuses the password. */
  newPassword?: FieldPath<Given>;
};

/**
 * A form validated by a shape: errors beside the fields, the first invalid one focused, values kept after a failure,
 * and one request at a time however often the button is pressed.
 */
export function useShapeForm<Given extends FieldValues, Taken extends FieldValues>(options: ShapeForm<Given, Taken>) {
  const { shape, defaultValues, send, newPassword } = options;
  const form = useForm<Given, unknown, Taken>({ resolver: zodResolver(shape), defaultValues });
  const isSending = useRef(false);

  const onSubmit = form.handleSubmit(async (values) => {
    if (isSending.current) return;
    isSending.current = true;
    // The mutation has shown the failure; only a refused password is shown beside its field.
    await send(values).catch((error: unknown) => {
      if (!newPassword || !isPasswordRefused(error)) return;
      form.setError(newPassword, { message: sentenceOf(error) }, { shouldFocus: true });
    });
    isSending.current = false;
  });

  return { ...form, onSubmit, isBusy: form.formState.isSubmitting };
}
