import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { keysOf } from '../../catalogue/display.ts';
import { promoTypeHints, promoTypeNames } from './display.ts';
import { type PromoValues, partsOf } from './values.ts';

/** The code, what it is about, and its type. */
export function CodeFields() {
  const { register, formState } = useFormContext<PromoValues>();
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Code" isRequired hint="Stored in capitals." error={formState.errors.code?.message}>
          <TextInput autoComplete="off" spellCheck={false} {...register('code')} />
        </Field>
        <Field label="Promo Type" hint={promoTypeHints[promoType]} error={formState.errors.promoType?.message}>
          <Select {...register('promoType')}>
            {keysOf(promoTypeNames).map((type) => (
              <option key={type} value={type}>
                {promoTypeNames[type]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label="Description"
        isOptional
        hint="Members read it before they go to checkout."
        error={formState.errors.description?.message}
      >
        <Textarea rows={2} {...register('description')} />
      </Field>
    </>
  );
}

/** The free days, and the older duration that some codes still carry (ADM-PROMO-09). */
export function DayFields() {
  const { register, formState } = useFormContext<PromoValues>();
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  const { hasTrialDuration } = partsOf(promoType);
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field
        label="Free Access Days"
        hint={hasTrialDuration ? 'How long members use everything free.' : 'Not used: a discount gives no free days.'}
        error={formState.errors.freeAccessDays?.message}
      >
        <TextInput type="number" min={1} step={1} inputMode="numeric" trailing="days" {...register('freeAccessDays')} />
      </Field>
      {hasTrialDuration ? (
        <Field
          label="Trial Duration"
          isOptional
          hint="Older codes carry it; the free access days decide."
          error={formState.errors.trialDuration?.message}
        >
          <TextInput
            type="number"
            min={1}
            step={1}
            inputMode="numeric"
            trailing="days"
            {...register('trialDuration')}
          />
        </Field>
      ) : null}
    </div>
  );
}
