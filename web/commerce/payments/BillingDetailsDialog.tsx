import { type BillingDetails, BillingDetailsForm } from '#contract/commerce/payments.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { usePortalConfig } from '#web/platform/config.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useSaveBillingDetails } from './api.ts';
import { CountrySelect } from './CountrySelect.tsx';

type BillingDetailsDialogProps = {
  details: BillingDetails;
  onClose: () => void;
  /** Called after the details were saved, before the dialog closes. */
  onSaved?: () => Promise<unknown>;
};

/** Form of the details on invoices (TAX-06). */
export function BillingDetailsDialog({ details, onClose, onSaved }: BillingDetailsDialogProps) {
  const save = useSaveBillingDetails();
  const isTaxed = usePortalConfig().tax !== 'none';
  const { taxIdStatus: _, ...values } = details;
  const form = useSchemaForm({
    shape: BillingDetailsForm,
    defaultValues: values,
    send: async (sent) => {
      await save.mutateAsync(sent);
      await onSaved?.();
      onClose();
    },
  });
  const { register } = form;
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      title="Invoice details"
      description="They are printed on invoices from now on. Invoices that you have keep what they say."
      saveLabel="Save"
      onClose={onClose}
    >
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
      <Field
        label="Country"
        {...(isTaxed ? { isRequired: true } : { isOptional: true })}
        error={errors.country?.message}
      >
        <CountrySelect {...register('country')} />
      </Field>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <Field label="Tax id" isOptional hint="For example GB123456789." error={errors.taxId?.message}>
          <TextInput autoComplete="off" spellCheck={false} {...register('taxId')} />
        </Field>
        <Field label="Order number" isOptional error={errors.purchaseOrder?.message}>
          <TextInput autoComplete="off" {...register('purchaseOrder')} />
        </Field>
      </div>
    </FormDialog>
  );
}
