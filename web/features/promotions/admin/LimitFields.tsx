import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import type { PromoValues } from './values.ts';

/** How often and how long the code can be redeemed, and whether it can be now (ADM-PROMO-11, ADM-PROMO-12). */
export function LimitFields() {
  const { register, formState } = useFormContext<PromoValues>();
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field
          label="Usage Limit"
          isOptional
          hint="Empty means as often as members like."
          error={formState.errors.usageLimit?.message}
        >
          <TextInput type="number" min={1} step={1} inputMode="numeric" {...register('usageLimit')} />
        </Field>
        <Field
          label="Expires"
          isOptional
          hint="Empty means never. In your local time."
          error={formState.errors.expiresAt?.message}
        >
          <TextInput type="datetime-local" {...register('expiresAt')} />
        </Field>
      </div>
      <div className="rounded-lg border border-border px-4 py-2">
        <Switch label="Active" description="Only active codes can be redeemed." {...register('isActive')} />
      </div>
    </>
  );
}
