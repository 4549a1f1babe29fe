import { zodResolver } from '@hookform/resolvers/zod';
import { useLayoutEffect, useRef } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type PathValue, useForm } from 'react-hook-form';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, isPasswordRejected, sentenceOf } from './errors.ts';
import { markShown } from './toast.ts';

/** Schema of the contract, which the server also validates with. */
type Shape<Given, Taken> = { _zod: { input: Given; output: Taken } };

export type ShapeForm<Given extends FieldValues, Taken extends FieldValues> = {
  shape: Shape<Given, Taken>;
  defaultValues: DefaultValues<Given>;
  /** An action's `mutateAsync`; it must show failures for which the form has no place. */
  send: (values: Taken) => Promise<unknown>;
  /** Field of a new password; it also shows why the server rejects the password. */
  newPassword?: FieldPath<Given>;
  /** Returns the field that shows a failure, `root` for the whole form, or null for that of `rejectedFields`. */
  failureAt?: (error: unknown) => FieldPath<Given> | 'root' | null;
};

/**
 * Form validated by a schema. It shows errors beside the fields, focuses the first invalid field, keeps the values
 * after a failure and sends one request at a time.
 */
export function useSchemaForm<Given extends FieldValues, Taken extends FieldValues>(options: ShapeForm<Given, Taken>) {
  const { shape, defaultValues, send, newPassword, failureAt } = options;
  const form = useForm<Given, unknown, Taken>({ resolver: zodResolver(shape), defaultValues });
  const isSending = useRef(false);
  const isOnPage = useRef(false);
  useLayoutEffect(() => {
    isOnPage.current = true;
    return () => {
      isOnPage.current = false;
    };
  }, []);

  // A field of a server's page may hold text before the form knows the field, and the form would empty it.
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
    // The action shows a failure for which the form has no place.
    await send(values).catch((error: unknown) => {
      const place =
        newPassword && isPasswordRejected(error)
          ? newPassword
          : (failureAt?.(error) ?? rejectedField(error, form.getValues()));
      if (!place) return;
      form.setError(place, { message: sentenceOf(error) }, { shouldFocus: place !== 'root' });
      markShown(error, () => isOnPage.current);
    });
    isSending.current = false;
  });

  return { ...form, register, onSubmit, isBusy: form.formState.isSubmitting };
}

/** The field that an error of the server is about, in every form that has it (GEN-24). */
const rejectedFields: Partial<Record<ErrorCode, readonly string[]>> = {
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

function rejectedField<Given extends FieldValues>(error: unknown, values: Given): FieldPath<Given> | undefined {
  const names = error instanceof ApiError && error.code ? rejectedFields[error.code as ErrorCode] : undefined;
  return names?.find((name): name is FieldPath<Given> => name in values);
}

const isText = ({ type }: HTMLInputElement) => /^(text|email|password|search|tel|url)$/.test(type);
