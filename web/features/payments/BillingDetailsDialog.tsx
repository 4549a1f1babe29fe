import { type BillingDetails, BillingDetailsForm, countries } from '#contract/payments.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useSaveBillingDetails } from './api.ts';
import { countryName } from './display.ts';

type BillingDetailsDialogProps = { details: BillingDetails; onClose: () => void };

/** The form of what is printed on invoices (TAX-06). */
export function BillingDetailsDialog({ details, onClose }: BillingDetailsDialogProps) {
  const save = useSaveBillingDetails();
  const { taxIdStatus: _, ...values } = details;
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: BillingDetailsForm,
    defaultValues: values,
    send: async (form) => {
      await save.mutateAsync(form);
      onClose();
    },
  });
  const { errors } = formState;
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Invoice details"
      description="They are printed on invoices from now on. Invoices that you have keep what they say."
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Field label="Company name" isOptional error={errors.companyName?.message}>
          <TextInput autoComplete="organization" {...register('companyName')} />
        </Field>
        <Field label="Address" isOptional error={errors.line1?.message}>
          <TextInput autoComplete="address-line1" {...register('line1')} />
        </Field>
        <Field label="Address, second line" isOptional error={errors.line2?.message}>
          <TextInput autoComplete="address-line2" {...register('line2')} />
        </Field>
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <Field label="Postcode" isOptional error={errors.postcode?.message}>
            <TextInput autoComplete="postal-code" {...register('postcode')} />
          </Field>
          <Field label="City" isOptional error={errors.city?.message}>
            <TextInput autoComplete="address-level2" {...register('city')} />
          </Field>
        </div>
        <Field label="Country" isOptional error={errors.country?.message}>
          <Select autoComplete="country" {...register('country')}>
            <option value="">Choose a country</option>
            {namedCountries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <Field label="Tax id" isOptional hint="For example GB123456789." error={errors.taxId?.message}>
            <TextInput autoComplete="off" spellCheck={false} {...register('taxId')} />
          </Field>
          <Field label="Order number" isOptional error={errors.purchaseOrder?.message}>
            <TextInput autoComplete="off" {...register('purchaseOrder')} />
          </Field>
        </div>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const namedCountries = countries
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'));
