import { useWatch } from 'react-hook-form';
import { formatMoney, priceStep } from '#contract/money.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { accessTypeNames, keysOf } from '../catalogue/display.ts';
import { useOtherSubscriptionResources } from './api.ts';
import { accessHints, currencySign, priceHint, undercutPrice } from './display.ts';
import { type ResourceFieldsProps, sentenceIn, useResourceFields } from './use-resource-form.ts';
import { pricesByAccess, type ResourceValues } from './values.ts';

type PriceName = 'price' | 'monthlyPrice' | 'annualPrice';

const priceLabels: Record<PriceName, string> = {
  price: 'Price',
  monthlyPrice: 'Monthly Price',
  annualPrice: 'Annual Price',
};

/** How the resource is obtained, and the prices that go with it (ADM-TOOL-07). */
export function AccessFields({ resourceId }: Pick<ResourceFieldsProps, 'resourceId'>) {
  const { register, formState } = useResourceFields();
  const { currency } = usePortalConfig();
  const [type, accessType] = useWatch<ResourceValues, ['type', 'accessType']>({ name: ['type', 'accessType'] });
  return (
    <div className="flex flex-col gap-5">
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
        {/* A bundle is always for purchase. */}
        {type === 'bundle' ? null : (
          <Field label="Access Type" hint={accessHints[accessType]} error={formState.errors.accessType?.message}>
            <Select {...register('accessType')}>
              {keysOf(accessTypeNames).map((key) => (
                <option key={key} value={key}>
                  {accessTypeNames[key]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {pricesByAccess[accessType].map((name) => (
          <Field
            key={name}
            label={priceLabels[name]}
            hint={name === 'price' ? priceHint(currency) : undefined}
            error={formState.errors[name]?.message}
          >
            <TextInput
              type="number"
              min={0}
              step={priceStep(currency)}
              inputMode="decimal"
              leading={currencySign(currency)}
              {...register(name)}
            />
          </Field>
        ))}
      </div>
      {accessType === 'subscription' ? <UndercutWarning resourceId={resourceId} /> : null}
    </div>
  );
}

/** What a subscriber gets, one benefit a line; subscription access only. */
export function BenefitsField() {
  const { register, formState } = useResourceFields();
  const accessType = useWatch<ResourceValues, 'accessType'>({ name: 'accessType' });
  if (accessType !== 'subscription') return null;
  return (
    <Field
      label="Subscription Benefits"
      isOptional
      hint="One benefit per line."
      error={sentenceIn(formState.errors.metadata?.subscriptionBenefits)}
    >
      <Textarea rows={4} {...register('metadata.subscriptionBenefits')} />
    </Field>
  );
}

/** Says when a subscription price is below those of the other resources, all of which it would open. */
function UndercutWarning({ resourceId }: Pick<ResourceFieldsProps, 'resourceId'>) {
  const { currency } = usePortalConfig();
  const [monthlyPrice, annualPrice] = useWatch<ResourceValues, ['monthlyPrice', 'annualPrice']>({
    name: ['monthlyPrice', 'annualPrice'],
  });
  const others = useOtherSubscriptionResources(resourceId);
  const monthly = undercutPrice(monthlyPrice, 'monthlyPrice', others);
  const annual = undercutPrice(annualPrice, 'annualPrice', others);
  const lowest = [
    ...(monthly === null ? [] : [`${formatMoney(monthly, currency)} per month`]),
    ...(annual === null ? [] : [`${formatMoney(annual, currency)} per year`]),
  ];
  if (lowest.length === 0) return null;
  return (
    <Banner tone="warning" role="status">
      The other subscription resources start at {lowest.join(' and ')}. One subscription opens them all, so this price
      would open them for less.
    </Banner>
  );
}
