import { useQuery } from '@tanstack/react-query';
import { type BillingDetails, BillingDetailsForm } from '#contract/commerce/payments.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { billingDetailsQuery, isPlaceNeeded, useSaveBillingDetails } from './api.ts';
import { CountrySelect } from './CountrySelect.tsx';

type PlaceFormProps = {
  /** Sentence about why the known country and postcode are not enough; null when there are none yet. */
  problem: string | null;
  onSaved: () => Promise<unknown>;
};

/** Form for the country, which decides the tax, before anything can be paid (TAX-09). */
export function PlaceForm(props: PlaceFormProps) {
  const { data } = useQuery(billingDetailsQuery);
  return data ? <Form {...props} details={data} /> : null;
}

function Form({ problem, onSaved, details }: PlaceFormProps & { details: BillingDetails }) {
  const save = useSaveBillingDetails();
  const { taxIdStatus: _, ...values } = details;
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: BillingDetailsForm,
    defaultValues: values,
    send: async (form) => {
      // The stored street belongs to the old country, so it is removed.
      const isElsewhere = details.country !== null && form.country !== details.country;
      await save.mutateAsync(isElsewhere ? { ...form, line1: null, line2: null, city: null } : form);
      await onSaved();
    },
    failureAt: (error) => (isPlaceNeeded(error) ? 'country' : null),
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} aria-labelledby="place-heading">
      <Card className="flex flex-col gap-5">
        <div>
          <h2 id="place-heading">Where are you?</h2>
          <p className="mt-1 text-sm text-muted-foreground">Your country decides the tax. You see it before you pay.</p>
        </div>
        {problem ? <Banner tone="warning">{problem}</Banner> : null}
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <Field label="Country" isRequired error={errors.country?.message}>
            <CountrySelect {...register('country')} />
          </Field>
          <Field label="Postcode" hint="Where your country has postcodes." error={errors.postcode?.message}>
            <TextInput autoComplete="postal-code" {...register('postcode')} />
          </Field>
        </div>
        <Field
          label="Tax id"
          isOptional
          hint="For companies, for example GB123456789. A company in another country may pay no tax here."
          error={errors.taxId?.message}
        >
          <TextInput autoComplete="off" spellCheck={false} {...register('taxId')} />
        </Field>
        <Button type="submit" isBlock isBusy={isBusy}>
          Continue to payment
        </Button>
      </Card>
    </form>
  );
}
