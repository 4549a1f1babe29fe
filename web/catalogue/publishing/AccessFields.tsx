import { useWatch } from 'react-hook-form';
import { formatMoney, priceStep } from '#contract/money.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { accessTypeNames, keysOf } from '../catalogue/display.ts';
import { useOtherSubscriptionResources } from './api.ts';
import { accessHints, currencySign, priceHint, undercutPrice } from './display.ts';
import { saleProblem } from './path-values.ts';
import { type ResourceFieldsProps, sentenceIn, useResourceFields } from './use-resource-form.ts';
import { pricesByAccess, type ResourceValues } from './values.ts';

type PriceName = 'price' | 'monthlyPrice' | 'annualPrice';

const priceLabels: Record<PriceName, string> = {
  price: 'Price',
  monthlyPrice: 'Monthly Price',
  annualPrice: 'Annual Price',
};

/** Fields of the access type and its prices (ADM-TOOL-07). */
export function AccessFields({ resourceId }: Pick<ResourceFieldsProps, 'resourceId'>) {
  const { register, formState } = useResourceFields();
  const { currency } = usePortalConfig();
  const [type, accessType, path] = useWatch<ResourceValues, ['type', 'accessType', 'path']>({
    name: ['type', 'accessType', 'path'],
  });
  const unsellable = type === 'path' ? saleProblem(path, accessType) : null;
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-start gap-x-4 gap-y-5">
        {/* A bundle has no choice, because it is always for purchase. */}
        {type === 'bundle' ? null : (
          <Field
            label="Access Type"
            hint={accessHints[accessType]}
            error={formState.errors.accessType?.message ?? unsellable ?? undefined}
          >
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
      {accessType === 'subscription' ? (
        <>
          <TrialFields />
          <UndercutWarning resourceId={resourceId} />
        </>
      ) : null}
    </div>
  );
}

/** Fields of the free days before the first payment, and whether a card is required before them (TRIAL-01). */
function TrialFields() {
  const { register, formState } = useResourceFields();
  const days = useWatch<ResourceValues, 'trialDays'>({ name: 'trialDays' });
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Free Trial (days)"
        isOptional
        hint="Left empty, the subscription is paid from the first day. One free trial per person."
        error={formState.errors.trialDays?.message}
      >
        <TextInput
          type="number"
          min={1}
          max={365}
          step={1}
          inputMode="numeric"
          className="sm:max-w-40"
          {...register('trialDays')}
        />
      </Field>
      {days === '' ? null : (
        <Switch
          label="Ask for a Card"
          description="With a card, the trial continues as a paid subscription. Without one, it ends unless the member adds a card."
          {...register('trialNeedsCard')}
        />
      )}
    </div>
  );
}

/** Field of a subscriber's benefits, one per line; for subscription access only. */
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

/**
 * Warning when a subscription price is below those of the other resources, because the subscription would open all of
 * them.
 */
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
