import { useQuery } from '@tanstack/react-query';
import { type RefCallBack, useController, useFormContext, useWatch } from 'react-hook-form';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Fieldset } from '../../../ui/Fieldset.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { TextButton } from '../../../ui/TextLink.tsx';
import { onlineProducts } from '../../publishing/api.ts';
import { type PromoValues, toggledProduct } from './values.ts';

/** The products that the code opens, each with its plan at the payment provider (ADM-PROMO-05, ADM-PROMO-07). */
export function ProductFields() {
  const { setValue, getValues, formState } = useFormContext<PromoValues>();
  const { data: products = [], isPending, isError, refetch } = useQuery(onlineProducts);
  const { field: selection } = useController<PromoValues, 'mappedProducts'>({ name: 'mappedProducts' });
  const { field: plans } = useController<PromoValues, 'productStripePlanMapping'>({ name: 'productStripePlanMapping' });
  const selected = selection.value;
  // A refused save puts the keyboard where something is missing.
  const withoutPlan = products.find(({ id }) => selected.includes(id) && !plans.value[id]?.trim());
  const { mappedProducts, productStripePlanMapping } = formState.errors;
  const error = sentenceOf(mappedProducts) ?? sentenceOf(productStripePlanMapping);

  function toggle(id: number) {
    const next = toggledProduct(getValues(), id);
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue('productStripePlanMapping', next.productStripePlanMapping, options);
    setValue('mappedProducts', next.mappedProducts, options);
  }

  return (
    <Fieldset
      legend="Products"
      hint={selected.length > 1 ? 'A redemption uses the plan of the one that was selected first.' : undefined}
      error={error}
    >
      {isPending ? <p className="text-sm text-muted-foreground">Loading the online products…</p> : null}
      {isError ? (
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

type PlanFieldProps = { productId: number; product: string; inputRef: RefCallBack | undefined };

function PlanField({ productId, product, inputRef }: PlanFieldProps) {
  const { setValue, getValues, formState } = useFormContext<PromoValues>();
  const plans = useWatch<PromoValues, 'productStripePlanMapping'>({ name: 'productStripePlanMapping' });
  const plan = plans[productId] ?? '';
  const isMissing = plan.trim() === '' && formState.errors.productStripePlanMapping !== undefined;
  return (
    <Field label="Stripe Plan ID" className="mb-2 pl-7">
      <TextInput
        ref={inputRef}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="price_…"
        title={`Stripe Plan ID of ${product}`}
        aria-invalid={isMissing || undefined}
        value={plan}
        onChange={({ target }) =>
          setValue(
            'productStripePlanMapping',
            { ...getValues('productStripePlanMapping'), [productId]: target.value },
            { shouldDirty: true, shouldValidate: formState.isSubmitted },
          )
        }
      />
    </Field>
  );
}

/** The sentence of a field whose value is a list or a record: it stands at the field itself, or at an entry. */
function sentenceOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if ('root' in error) return sentenceOf(error.root);
  return Object.values(error)
    .map(sentenceOf)
    .find((sentence) => sentence !== undefined);
}
