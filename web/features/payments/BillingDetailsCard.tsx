import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BillingDetails, BillingDetailsForm, countries } from '#contract/payments.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { billingDetailsQuery, useSaveBillingDetails } from './api.ts';
import { countryName, detailLines, taxIdStatuses } from './display.ts';

/** What the member's invoices show, and the way to change it (TAX-06). */
export function BillingDetailsCard() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(billingDetailsQuery);
  return (
    <Card>
      <h2 className="mb-3">Invoice details</h2>
      {isPending ? (
        <div role="status">
          <span className="sr-only">Loading your invoice details</span>
          <Skeleton className="h-4 w-3/4" />
        </div>
      ) : isError ? (
        <LoadError
          title="Failed to fetch your invoice details"
          description="Nothing was changed. Check your connection, then try again."
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <ShownDetails details={data} />
      )}
    </Card>
  );
}

function ShownDetails({ details }: { details: BillingDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  const lines = detailLines(details);
  const status = details.taxIdStatus && taxIdStatuses[details.taxIdStatus];
  return (
    <>
      {lines.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          Do you buy for a company? Its name, address, tax id and order number are printed on your invoices.
        </p>
      ) : (
        <ul className="text-sm wrap-anywhere">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {status ? (
        <p className="mt-2">
          <Badge tone={status.tone}>{status.label}</Badge>
        </p>
      ) : null}
      <Button variant="outline" size="small" className="mt-4" onClick={() => setIsOpen(true)}>
        {lines.length === 0 ? 'Add company details' : 'Change invoice details'}
      </Button>
      {isOpen ? <DetailsDialog details={details} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function DetailsDialog({ details, onClose }: { details: BillingDetails; onClose: () => void }) {
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
