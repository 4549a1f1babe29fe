import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#web/platform/action.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type Sale, usePromoCode } from './api.ts';

type PromoCodeFieldProps = { sale: Sale; applied: string | null };

/** Applied promo code of a resource's price with a button that removes it, or the field that applies one (PROMO-18). */
export function PromoCodeField({ sale, applied }: PromoCodeFieldProps) {
  const opening = usePromoCode(sale);
  if (applied === null) {
    return (
      <CodeForm
        problem={opening.error && sentenceOf(opening.error)}
        isBusy={opening.isPending}
        onType={() => opening.isPending || opening.reset()}
        onApply={(code) => opening.mutateAsync(code)}
      />
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm">
        The code{' '}
        <span translate="no" className="font-mono wrap-anywhere">
          {applied}
        </span>{' '}
        is applied.
      </p>
      <Button variant="ghost" size="small" isBusy={opening.isPending} onClick={() => opening.mutate(null)}>
        Remove Code
      </Button>
      {opening.error ? <p className="text-sm text-destructive">{sentenceOf(opening.error)}</p> : null}
    </div>
  );
}

type CodeFormProps = {
  /** Reason why the sent code is invalid; null otherwise. */
  problem: string | null;
  isBusy: boolean;
  onType: () => void;
  /** Sends a typed code; the caller shows a rejection as the problem. */
  onApply: (code: string) => Promise<unknown>;
};

/** Optional field for a promo code on a payment page. */
export function CodeForm({ problem, isBusy, onType, onApply }: CodeFormProps) {
  const [typed, setTyped] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { mutate: apply } = useAction({
    send: () => onApply(typed.trim()).catch(() => field.current?.focus()),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsEmpty(typed.trim() === '');
    if (typed.trim() === '') field.current?.focus();
    else apply();
  }

  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-3">
      <Field
        label="Promo Code"
        isOptional
        error={isEmpty ? 'Please enter a promo code.' : (problem ?? undefined)}
        className="flex-1"
      >
        <TextInput
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value.toUpperCase());
            setIsEmpty(false);
            onType();
          }}
        />
      </Field>
      {/* The margin lines the button up with the box below its label. */}
      <Button type="submit" variant="outline" isBusy={isBusy} className="mt-6.5">
        Apply
      </Button>
    </form>
  );
}
