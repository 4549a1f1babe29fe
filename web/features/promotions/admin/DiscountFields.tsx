import { useFormContext, useWatch } from 'react-hook-form';
import { usePortalConfig } from '../../../platform/config.ts';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { keysOf } from '../../catalogue/display.ts';
import { currencySign } from '../../publishing/display.ts';
import { discountTypeNames } from './display.ts';
import { type PromoValues, partsOf } from './values.ts';

/** How much is taken off and for how long; discount and hybrid codes only (ADM-PROMO-09). */
export function DiscountFields() {
  const { register, formState } = useFormContext<PromoValues>();
  const { currency } = usePortalConfig();
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  const isFixed = useWatch<PromoValues, 'discountType'>({ name: 'discountType' }) === 'fixed';
  if (!partsOf(promoType).hasDiscount) return null;
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
      <Field label="Discount Type" error={formState.errors.discountType?.message}>
        <Select {...register('discountType')}>
          {keysOf(discountTypeNames).map((type) => (
            <option key={type} value={type}>
              {discountTypeNames[type]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Discount Value" isRequired error={formState.errors.discountValue?.message}>
        <TextInput
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          leading={isFixed ? currencySign(currency) : undefined}
          trailing={isFixed ? undefined : '%'}
          {...register('discountValue')}
        />
      </Field>
      <Field label="Discount Duration" error={formState.errors.discountDuration?.message}>
        <TextInput
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          trailing="cycles"
          {...register('discountDuration')}
        />
      </Field>
    </div>
  );
}
