import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type PathValue, useForm } from 'react-hook-form';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, isPasswordRefused, sentenceOf } from './errors.ts';

/** A shape of the contract, the same that the server validates with. */
type Shape<Given, Taken> = { _zod: { input: Given; output: Taken } };

export type ShapeForm<Given extends FieldValues, Taken extends FieldValues> = {
  shape: Shape<Given, Taken>;
  defaultValues: DefaultValues<Given>;
  /** A mutation's `mutateAsync`; the mutation shows its failures. */
  send: (values: Taken) => Promise<unknown>;
  /** The field of a new password; it shows why the server refuses the password. */
  newPassword?: FieldPath<Given>;
  /** The field beside which a failure is shown too, `root` for the whole form; null for the others. */
  failureAt?: (error: unknown) => FieldPath<Given> | 'root' | null;
};

/**
 * A form validated by a shape: errors beside the fields, the first invalid one focused, values kept after a failure,
 * and one request at a time however often the button is pressed.
 */
export function useShapeForm<Given extends FieldValues, Taken extends FieldValues>(options: ShapeForm<Given, Taken>) {
  const { shape, defaultValues, send, newPassword, failureAt } = options;
  const form = useForm<Given, unknown, Taken>({ resolver: zodResolver(shape), defaultValues });
  const isSending = useRef(false);

  // A field of a drawn page may hold a text before the form knows it; the form would empty it.
  const register: typeof form.register = (name, rules) => {
    const field = form.register(name, rules);
    const ref: typeof field.ref = (element) => {
      const typed = element instanceof HTMLInputElement && isText(element) ? element.value : '';
      field.ref(element);
      if (typed !== '' && element.value !== typed) form.setValue(name, typed as PathValue<Given, typeof name>);
    };
    return { ...field, ref };
  };

  const onSubmit = form.handleSubmit(async (values) => {
    if (isSending.current) return;
    isSending.current = true;
    // The mutation has shown the failure; some are shown in the form, too.
    await send(values).catch((error: unknown) => {
      const place =
        newPassword && isPasswordRefused(error)
          ? newPassword
          : (failureAt?.(error) ?? refusedField(error, form.getValues()));
      if (place) form.setError(place, { message: sentenceOf(error) }, { shouldFocus: place !== 'root' });
    });
    isSending.current = false;
  });

  return { ...form, register, onSubmit, isBusy: form.formState.isSubmitting };
}

/** The field that a refusal of the server is about, in every form that has it (GEN-24). */
const refusedFields: Partial<Record<ErrorCode, readonly string[]>> = {
  'accounts.code-refused': ['code'],
  'accounts.email-taken': ['email'],
  'accounts.last-administrator': ['role'],
  'accounts.second-factor-required': ['code'],
  'accounts.wrong-code': ['code'],
  'accounts.wrong-password': ['currentPassword', 'password'],
  'articles.picture-unknown': ['article'],
  'payments.tax-id-refused': ['taxId'],
  'portal.domains-required': ['registrationDomains'],
  'products.slug-taken': ['slug'],
  'products.tool-address-refused': ['address'],
  'promotions.code-taken': ['code'],
  'promotions.limit-below-use': ['usageLimit'],
  'publishing.price-required': ['price'],
  'publishing.product-unknown': ['onlineProductId'],
  'publishing.publish-time-passed': ['publishAt'],
};

function refusedField<Given extends FieldValues>(error: unknown, values: Given): FieldPath<Given> | undefined {
  const names = error instanceof ApiError && error.code ? refusedFields[error.code as ErrorCode] : undefined;
  return names?.find((name): name is FieldPath<Given> => name in values);
}

const isText = ({ type }: HTMLInputElement) => /^(text|email|password|search|tel|url)$/.test(type);
