import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { type RefCallBack, useController, useFormContext, useWatch } from 'react-hook-form';
import { priceStep } from '#contract/money.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { onlineProducts } from '#web/catalogue/publishing/api.ts';
import { currencySign } from '#web/catalogue/publishing/display.ts';
import { zoneName } from '#web/local-time.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { promoPlans } from './api.ts';
import { discountTypeNames, promoTypeHints } from './display.ts';
import { effectOf, planName } from './effect.ts';
import { promoTypeNames } from './list-display.ts';
import { type PromoValues, partsOf, toggledProduct } from './values.ts';

export function CodeFields() {
  const { register, formState } = useFormContext<PromoValues>();
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field
          label="Code"
          isRequired
          hint="Letters, digits, hyphens and underscores. Stored in capitals."
          error={formState.errors.code?.message}
        >
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

/** Field of the free days, for free trial and hybrid codes only (ADM-PROMO-09). */
export function DayFields() {
  const { register, formState } = useFormContext<PromoValues>();
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  if (!partsOf(promoType).hasDays) return null;
  return (
    <Field
      label="Free Access Days"
      hint="How long members use the subscription for free."
      className="sm:max-w-80"
      error={formState.errors.freeAccessDays?.message}
    >
      <TextInput type="number" min={1} step={1} inputMode="numeric" trailing="days" {...register('freeAccessDays')} />
    </Field>
  );
}

/**
 * Folded field of the older duration that some codes still have, for free trial and hybrid codes only (ADM-PROMO-09).
 */
export function OlderFields() {
  const { register, formState } = useFormContext<PromoValues>();
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  const error = formState.errors.trialDuration?.message;
  if (!partsOf(promoType).hasDays) return null;
  return (
    // A field with an error is unfolded, because a rejected save focuses it.
    <details open={error ? true : undefined} className="group">
      <summary className="flex min-h-9 list-none items-center gap-2 text-sm font-semibold pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} className="transition-transform group-open:rotate-90" />
        Trial duration of older codes
      </summary>
      <div className="pt-2 pl-6">
        <Field
          label="Trial Duration"
          isOptional
          hint="Kept for older codes and changes nothing: the free access days are what counts."
          className="sm:max-w-80"
          error={error}
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
      </div>
    </details>
  );
}

/** Fields of the discount and its duration, for discount and hybrid codes only (ADM-PROMO-09). */
export function DiscountFields() {
  const { register, formState } = useFormContext<PromoValues>();
  const { currency } = usePortalConfig();
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  const isFixed = useWatch<PromoValues, 'discountType'>({ name: 'discountType' }) === 'fixed';
  if (!partsOf(promoType).hasDiscount) return null;
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
      <Field label="Discount type" error={formState.errors.discountType?.message}>
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
          step={isFixed ? priceStep(currency) : '0.01'}
          inputMode="decimal"
          leading={isFixed ? currencySign(currency) : undefined}
          trailing={isFixed ? undefined : '%'}
          {...register('discountValue')}
        />
      </Field>
      <Field label="Discount duration" error={formState.errors.discountDuration?.message}>
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

/**
 * Fields for the number of redemptions, the expiry, whether the code is for new customers, and whether it is active
 * (ADM-PROMO-11, ADM-PROMO-12).
 */
export function LimitFields() {
  const { register, formState } = useFormContext<PromoValues>();
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field
          label="Usage limit"
          isOptional
          hint="Empty means as often as members like."
          error={formState.errors.usageLimit?.message}
        >
          <TextInput type="number" min={1} step={1} inputMode="numeric" {...register('usageLimit')} />
        </Field>
        <Field
          label="Expires"
          isOptional
          hint={`Empty means never. The time is that of ${zoneName()}.`}
          error={formState.errors.expiresAt?.message}
        >
          <TextInput type="datetime-local" {...register('expiresAt')} />
        </Field>
      </div>
      <div className="rounded-lg border border-border px-4 py-2">
        <Switch
          label="New customers only"
          description="For members who have never paid for a resource or begun a subscription."
          {...register('newCustomersOnly')}
        />
        <Switch label="Active" description="Only active codes can be redeemed." {...register('isActive')} />
      </div>
    </>
  );
}

/**
 * Fields of the products that the code can be redeemed for, each with its plan at the payment provider (ADM-PROMO-05,
 * ADM-PROMO-07).
 */
export function ProductFields() {
  const { setValue, getValues, formState } = useFormContext<PromoValues>();
  const { data: products = [], isPending, isLoadingError, refetch } = useQuery(onlineProducts);
  const { field: selection } = useController<PromoValues, 'mappedProducts'>({ name: 'mappedProducts' });
  const { field: plans } = useController<PromoValues, 'productStripePlanMapping'>({ name: 'productStripePlanMapping' });
  const selected = selection.value;
  // A rejected save focuses the field with the error.
  const withoutPlan = products.find(({ id }) => selected.includes(id) && !plans.value[id]?.trim());
  const { mappedProducts, productStripePlanMapping } = formState.errors;
  const error = sentenceOf(mappedProducts) ?? sentenceOf(productStripePlanMapping);

  function toggle(id: number) {
    const next = toggledProduct(getValues(), id);
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue('productStripePlanMapping', next.productStripePlanMapping, options);
    setValue('applicableProducts', next.applicableProducts, options);
    setValue('mappedProducts', next.mappedProducts, options);
  }

  return (
    <Fieldset
      legend="Products"
      hint={selected.length > 1 ? 'A redemption uses the plan of the one that was selected first.' : undefined}
      error={error}
    >
      {isPending ? <p className="text-sm text-muted-foreground">Loading the online products…</p> : null}
      {isLoadingError ? (
        <p className="text-sm text-destructive">
          The online products could not be loaded. <TextButton onClick={() => void refetch()}>Load again</TextButton>
        </p>
      ) : null}
      <div className="flex flex-col gap-1">
        {products.map(({ id, name }, place) => (
          <div key={id} className="flex flex-col gap-2">
            <Checkbox
              ref={place === 0 ? selection.ref : undefined}
              label={name}
              checked={selected.includes(id)}
              onChange={() => toggle(id)}
            />
            {selected.includes(id) ? (
              <PlanField productId={id} product={name} inputRef={id === withoutPlan?.id ? plans.ref : undefined} />
            ) : null}
          </div>
        ))}
      </div>
    </Fieldset>
  );
}

/** Field of the selected products that the discount is limited to, for discount and hybrid codes only (PROMO-17). */
export function ApplicableFields() {
  const { formState } = useFormContext<PromoValues>();
  const { data: products = [] } = useQuery(onlineProducts);
  const promoType = useWatch<PromoValues, 'promoType'>({ name: 'promoType' });
  const selected = useWatch<PromoValues, 'mappedProducts'>({ name: 'mappedProducts' });
  const { field } = useController<PromoValues, 'applicableProducts'>({ name: 'applicableProducts' });
  const choices = products.filter(({ id }) => selected.includes(id) || field.value.includes(id));
  if (!partsOf(promoType).hasDiscount || choices.length === 0) return null;
  return (
    <Fieldset
      legend="Applicable Products"
      hint="The discount holds only for these, and for single purchases of resources that lead to them. None ticked means all selected products, and every single purchase."
      error={sentenceOf(formState.errors.applicableProducts)}
    >
      <div className="flex flex-col gap-1">
        {choices.map(({ id, name }, place) => (
          <Checkbox
            key={id}
            ref={place === 0 ? field.ref : undefined}
            label={`Discount on ${name}`}
            checked={field.value.includes(id)}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...field.value, id] : field.value.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </Fieldset>
  );
}

type PlanFieldProps = { productId: number; product: string; inputRef: RefCallBack | undefined };

/** Field of a product's plan: a plan chosen by its name, or a typed id of the provider (ADM-PROMO-18). */
function PlanField({ productId, product, inputRef }: PlanFieldProps) {
  const { setValue, getValues, formState } = useFormContext<PromoValues>();
  const listId = useId();
  const { data: known = [] } = useQuery(promoPlans);
  const plans = useWatch<PromoValues, 'productStripePlanMapping'>({ name: 'productStripePlanMapping' });
  const id = plans[productId] ?? '';
  const chosen = known.find((plan) => plan.id === id);
  const isMissing = id.trim() === '' && formState.errors.productStripePlanMapping !== undefined;

  function change(text: string) {
    const next = known.find((plan) => planName(plan) === text)?.id ?? text;
    setValue(
      'productStripePlanMapping',
      { ...getValues('productStripePlanMapping'), [productId]: next },
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    );
  }

  return (
    <Field
      label="Stripe Plan ID"
      className="mb-2 pl-7"
      hint={chosen || id === '' ? undefined : 'Not a plan of this portal: it is used as a plan id of Stripe.'}
    >
      <TextInput
        ref={inputRef}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Choose a plan"
        title={`Stripe Plan ID of ${product}`}
        aria-invalid={isMissing || undefined}
        value={chosen ? planName(chosen) : id}
        // Selects the text on focus, because the list shows only plans that match the text.
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => change(target.value)}
      />
      <datalist id={listId}>
        {known.map((plan) => (
          <option key={plan.id} value={planName(plan)} />
        ))}
      </datalist>
    </Field>
  );
}

/** Sentence about the effect of the code, beside the button that saves it (ADM-PROMO-19). */
export function Effect() {
  const { control } = useFormContext<PromoValues>();
  const values = useWatch({ control }) as PromoValues;
  const { currency } = usePortalConfig();
  const { data: plans = [] } = useQuery(promoPlans);
  const { data: products = [] } = useQuery(onlineProducts);
  const parts = effectOf(values, { plans, products, currency });
  return (
    <section
      aria-live="polite"
      aria-label="What the code does"
      className="rounded-lg bg-primary px-4 py-3 text-primary-foreground"
    >
      <p className="text-xs">What {values.code.trim().toUpperCase() || 'the code'} does</p>
      <p className="mt-0.5 text-sm font-semibold wrap-anywhere">
        {parts?.map(({ text, isFact }) =>
          isFact ? (
            <em key={text} className="not-italic underline underline-offset-4">
              {text}
            </em>
          ) : (
            text
          ),
        ) ?? 'Fill in what it gives, and choose a product with its plan.'}
      </p>
    </section>
  );
}

/**
 * Returns the error of a field whose value is a list or a record. The error belongs to the field itself or to an entry.
 */
function sentenceOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if ('root' in error) return sentenceOf(error.root);
  return Object.values(error)
    .map(sentenceOf)
    .find((sentence) => sentence !== undefined);
}
