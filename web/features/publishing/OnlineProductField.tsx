import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { onlineProducts } from './api.ts';
import { useResourceFields } from './use-resource-form.ts';
import { type ResourceValues, titleForProduct } from './values.ts';

/** The product that the tool opens; choosing it names a tool that has no name of its own yet (ADM-TOOL-10). */
export function OnlineProductField() {
  const { getValues, setValue, formState } = useResourceFields();
  const { field, fieldState } = useController<ResourceValues, 'onlineProductId'>({ name: 'onlineProductId' });
  const { data: products = [], isPending, isError, refetch } = useQuery(onlineProducts);
  const nameOf = (id: string) => products.find((product) => String(product.id) === id)?.name;

  function choose(id: string) {
    const title = titleForProduct(getValues('title'), nameOf(field.value), nameOf(id));
    setValue('title', title, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    field.onChange(id);
  }

  const failure = isError ? 'The online products could not be loaded.' : undefined;
  return (
    <Field
      label="Online Product"
      isRequired
      error={fieldState.error?.message ?? failure}
      hint={!isPending && !isError && products.length === 0 ? 'There are no online products yet.' : undefined}
      action={isError ? <TextButton onClick={() => void refetch()}>Load again</TextButton> : undefined}
    >
      <Select
        ref={field.ref}
        name={field.name}
        value={field.value}
        onBlur={field.onBlur}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{isPending ? 'Loading the online products…' : 'Select an online product'}</option>
        {products.map(({ id, name, isActive }) => (
          <option key={id} value={id}>
            {isActive ? name : `${name} (inactive)`}
          </option>
        ))}
      </Select>
    </Field>
  );
}
